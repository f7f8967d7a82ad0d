/** A request's parameters: nested by the brackets of their names, all values are text. */
export type FormValue = string | FormObject;
export interface FormObject {
  [name: string]: FormValue;
}

const deepest = 6;

/** An object without inherited names. */
function makeObject(): FormObject {
  const made: FormObject = {};
  Object.setPrototypeOf(made, null);
  return made;
}

/** Parses `a[b][0]=c` of a form or a query. A list is an object with the names `0`, `1`, …. Null for malformed names. */
export function parseNested(text: string): FormObject | null {
  const root = makeObject();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop();
    if (last === undefined || path.length > deepest) return null;
    let target = root;
    for (const part of path) {
      const next = (target[part] ??= makeObject());
      if (typeof next === 'string') return null;
      target = next;
    }
    target[last] = value;
  }
  return root;
}
