import type { AttemptOrder } from '../gateway';
import type { ExampleSettings } from './settings';

/** The parameter of `return_url` with the attempt's number, which no other gateway has. */
export const referenceParameter = 'example_reference';

/** The maximum length of a description, in characters. */
const longestDescription = 200;

/** Builds the body of a new payment. Its page ends at the attempt's deadline. */
export function buildPayment(
  { siteOrigin, callbackUrl }: Pick<ExampleSettings, 'siteOrigin' | 'callbackUrl'>,
  { number, amount, description, payerEmail, resultRoute, deadline }: AttemptOrder,
): object {
  return {
    reference: number,
    amount,
    currency: 'MYR',
    description: [...(description || number)].slice(0, longestDescription).join(''),
    ...(payerEmail !== '' && { email: payerEmail }),
    return_url: `${siteOrigin}${resultRoute}?${referenceParameter}=${number}`,
    callback_url: callbackUrl,
    expires_at: deadline,
  };
}
