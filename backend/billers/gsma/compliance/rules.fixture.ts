/*
 * The rules of the compliance cases, as Laravel's validator reads them: a field that is missing breaks `required` only, and `*` stands for each
 * element of what is there.
 */

const sizeOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : String(value).length;

const isMissing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function isKept(rule: string, value: unknown): boolean {
  const end = rule.indexOf(':');
  const [name, argument] = end < 0 ? [rule, ''] : [rule.slice(0, end), rule.slice(end + 1)];
  if (name === 'required') return !isMissing(value);
  if (isMissing(value)) return true;
  switch (name) {
    case 'in':
      return argument.split(',').includes(String(value));
    case 'url':
      return URL.canParse(String(value));
    case 'regex':
      return new RegExp(argument.slice(1, -1)).test(String(value));
    case 'array':
      return typeof value === 'object';
    case 'min':
      return sizeOf(value) >= Number(argument);
    case 'max':
      return sizeOf(value) <= Number(argument);
    default:
      throw new Error(`no rule ${name}`);
  }
}

function valuesAt(value: unknown, [first, ...rest]: readonly string[]): unknown[] {
  if (first === undefined) return [value];
  if (typeof value !== 'object' || value === null) return first === '*' ? [] : [undefined];
  if (first === '*') return Object.values(value).flatMap((one) => valuesAt(one, rest));
  const key = Object.keys(value).find((one) => one.toLowerCase() === first.toLowerCase()) ?? first;
  return valuesAt(Reflect.get(value, key), rest);
}

export interface Script {
  readonly name: string;
  readonly rules: Readonly<Record<string, string | readonly string[]>>;
}

/** Returns the scripts that a message breaks, each with the rule. */
export function listBroken(scripts: readonly Script[], message: object): string[] {
  return scripts.flatMap(({ name, rules }) =>
    Object.entries(rules).flatMap(([path, given]) => {
      const list = typeof given === 'string' ? given.split('|') : given;
      const values = valuesAt(message, path.split('.'));
      return list
        .filter((rule) => !values.every((value) => isKept(rule, value)))
        .map((rule) => `${name}: ${path} ${rule}`);
    }),
  );
}
