/** Nested deeper than any message that we read. Bodies are short, but 60 KB of brackets take as long to parse as megabytes of data. */
const deepest = 64;

/** The characters of JSON that begin or end what is nested, by their codes. */
const codes = {
  quote: 0x22,
  backslash: 0x5c,
  openArray: 0x5b,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/** Whether arrays and objects are nested deeper than `deepest`, in one pass; brackets in strings do not count. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === codes.quote) isInString = !isInString;
    else if (isInString) index += code === codes.backslash ? 1 : 0;
    else if (code === codes.openArray || code === codes.openObject) depth += 1;
    else if (code === codes.closeArray || code === codes.closeObject) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/** Parses JSON that anybody may have sent; undefined for a text that is none, or is nested deeper than 64 levels. Security, row 49. */
export function readJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
