/** A part of a value, to any depth; arrays are replaced whole. */
export type DeepPartial<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: DeepPartial<Value[Key]> }
    : Value;

/** Keys by which an edit could reach the prototype of every object. Security, row 30. */
const refusedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * Returns a deep merge of the edit into the current value. Plain objects are merged; arrays, null and everything else replace the current
 * value; undefined keeps it. Neither argument is changed. `__proto__`, `constructor` and `prototype` are ignored at every depth.
 * Specification, section 4: editing the request merges new values deeply.
 */
export function mergeDeeply<Value extends object>(current: Value, edit: DeepPartial<NoInfer<Value>>): Value;
export function mergeDeeply(current: object, edit: object): object {
  return mergeObjects(new Map(Object.entries(current)), edit);
}

function mergeObjects(current: ReadonlyMap<string, unknown>, edit: object): object {
  const merged = new Map([...current].filter(([key]) => !refusedKeys.has(key)));
  for (const [key, value] of Object.entries(edit)) {
    if (refusedKeys.has(key) || value === undefined) continue;
    merged.set(key, mergeValues(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

function mergeValues(current: unknown, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return mergeObjects(new Map(isPlainObject(current) ? Object.entries(current) : []), value);
}
