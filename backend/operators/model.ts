import { z } from 'zod';

/** Who has the deployment's OPERATOR_KEY: several persons may. No named operator can have this name, which has a blank. */
export const sharedKey = { isNamed: false, name: 'shared key' } as const;

/** Who gives a command. */
export type Operator = { readonly isNamed: true; readonly name: string } | typeof sharedKey;

/** The answer to whoever uses the shared key for what a person has to answer for. */
export const namedOperatorOnly = 'a named operator does this, with a key of their own: operator add';

/** The name of a named operator: a person's, such as `aisyah.rahman` or an e-mail address. */
export const operatorNameSchema = z.string().regex(/^[a-z0-9][a-z0-9._@+-]{0,59}$/, {
  message: 'small letters, digits, dots and dashes, such as aisyah.rahman',
});

/**
 * Whether two operators, by the names that are recorded, are two persons. The shared key is nobody in particular: where two named persons are
 * required it counts as none.
 */
export function areTwoNamedPersons(one: string, other: string): boolean {
  return one !== other && one !== sharedKey.name && other !== sharedKey.name;
}
