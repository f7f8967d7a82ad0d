/**
 * Parses FPX's response to an AE or BE: urlencoded fields, possibly surrounded by line breaks. Returns null for anything else, such as the
 * text `ERROR`, and for a repeated name.
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
