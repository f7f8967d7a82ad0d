/** A request's parameters: nested by the brackets of their names, all values are text. */
export type FormValue = string | FormObject;
export interface FormObject {
  [name: string]: FormValue;
}

const deepest = 6;

/** Parses `a[b][0]=c` of a form or a query. A list is an object with the names `0`, `1`, …. Null for malformed names. */
export function parseNested(text: string): FormObject | null {
  const root: FormObject = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop();
    if (last === undefined || path.length > deepest) return null;
    let target = root;
    for (const part of path) {
      const next = (target[part] ??= Object.create(null));
      if (typeof next === 'string') return null;
      target = next;
    }
    target[last] = value;
  }
  return root;
}
