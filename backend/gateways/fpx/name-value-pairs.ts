/**
 * Reads FPX's answer to an AE or BE: urlencoded name and value pairs, with line ends around them. Gives null for anything else, such
 * as the bare word `ERROR`, and for a name that comes twice.
 */
export function readNameValuePairs(text: string): Record<string, string> | null {
  const pairs = new URLSearchParams(text.trim());
  const fields: Record<string, string> = {};
  for (const [name, value] of pairs) {
    if (!/^fpx_[A-Za-z]+$/.test(name) || Object.hasOwn(fields, name)) return null;
    fields[name] = value;
  }
  return Object.keys(fields).length > 0 ? fields : null;
}
