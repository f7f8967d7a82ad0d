/*
 * The expressions of the compliance cases: the part of Twig that they use. Names of functions and filters are those of the
 * interop-test-platform.
 */

export type Scope = Readonly<Record<string, unknown>>;

const functions: Readonly<Record<string, () => unknown>> = {
  new_date_iso8601: () => new Date().toISOString(),
  uuidv4: () => crypto.randomUUID(),
};

const filters: Readonly<Record<string, (value: unknown, argument: unknown) => unknown>> = {
  default: (value, argument) => (value === undefined || value === '' ? argument : value),
  merge: (value, argument) => ({ ...(value as object), ...(argument as object) }),
  json_encode: (value) => JSON.stringify(value),
};

const token = /\s*("[^"]*"|'[^']*'|[A-Za-z_]\w*|\d+|[|.,:()[\]{}])/y;

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  const source = text.trim();
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const found = token.exec(source);
    if (found === null) throw new Error(`not understood: ${text}`);
    tokens.push(found[1] as string);
  }
  return tokens;
}

/** Reads a property; header names have no case. */
function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const key = Object.keys(value).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
  return Reflect.get(value, key);
}

function evaluate(text: string, scope: Scope): unknown {
  const tokens = tokenize(text);
  const isNext = (one: string) => tokens[0] === one;
  const take = (expected?: string): string => {
    const next = tokens.shift();
    if (next === undefined || (expected !== undefined && next !== expected)) throw new Error(`not understood: ${text}`);
    return next;
  };
  const isQuoted = (one: string) => one.startsWith('"') || one.startsWith("'");

  function readObject(): unknown {
    const object: Record<string, unknown> = {};
    while (!isNext('}')) {
      const key = take();
      take(':');
      object[isQuoted(key) ? key.slice(1, -1) : key] = readExpression();
      if (isNext(',')) take();
    }
    take('}');
    return object;
  }

  function readPrimary(): unknown {
    const first = take();
    if (isQuoted(first)) return first.slice(1, -1);
    if (first === '{') return readObject();
    if (isNext('(')) {
      take('(');
      take(')');
      const named = functions[first];
      if (named === undefined) throw new Error(`no function ${first}`);
      return named();
    }
    let value = property(scope, first);
    while (isNext('.') || isNext('[')) {
      if (take() === '.') value = property(value, take());
      else {
        value = property(value, String(readExpression()));
        take(']');
      }
    }
    return value;
  }

  function readExpression(): unknown {
    let value = readPrimary();
    while (isNext('|')) {
      take('|');
      const name = take();
      const filter = filters[name];
      if (filter === undefined) throw new Error(`no filter ${name}`);
      let argument: unknown;
      if (isNext('(')) {
        take('(');
        argument = readExpression();
        take(')');
      }
      value = filter(value, argument);
    }
    return value;
  }

  const value = readExpression();
  if (tokens.length > 0) throw new Error(`not understood: ${text}`);
  return value;
}

/** Fills the expressions of a text, and of all texts in an object or list. */
export function fill<Value>(value: Value, scope: Scope): Value {
  if (typeof value === 'string') {
    const parts = value.split(/\{\{(.*?)\}\}(?!\s*\)|\})/s);
    return parts.map((part, index) => (index % 2 === 0 ? part : String(evaluate(part, scope)))).join('') as Value;
  }
  if (Array.isArray(value)) return value.map((one: unknown) => fill(one, scope)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one as unknown, scope)])) as Value;
}
