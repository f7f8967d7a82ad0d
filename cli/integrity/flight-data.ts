/** A row of the React Server Components payload of a page, as react-server-dom reads it. */
export interface FlightRow {
  /** The hexadecimal id by which other rows refer to it; empty for hints. */
  readonly id: string;
  /** `I` a module with its chunks, `H` a hint to load something, `T` text; empty for JSON. */
  readonly tag: string;
  readonly body: string;
}

/** Rows with a length prefix: text and bytes. */
const withLength = 'TAOobUSsLlGgMmV';
const lineFeed = 0x0a;
const comma = 0x2c;
const colon = 0x3a;

/** Returns the items of an array; none for any other value. */
export function listParts(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Splits the data of a page into its rows. Invalid data ends the list with a row with the tag `?`. */
export function splitFlightRows(data: Buffer): readonly FlightRow[] {
  const rows: FlightRow[] = [];
  let at = 0;
  while (at < data.length) {
    const rest = () => ({ id: '', tag: '?', body: data.toString('utf8', at) });
    const start = data.indexOf(colon, at) + 1;
    if (start === 0) return [...rows, rest()];
    const id = data.toString('latin1', at, start - 1);
    const tag = data.toString('latin1', start, start + 1);
    if (tag !== '' && withLength.includes(tag)) {
      const body = data.indexOf(comma, start) + 1;
      const length = Number.parseInt(data.toString('latin1', start + 1, Math.max(start + 1, body - 1)), 16);
      if (body === 0 || Number.isNaN(length)) return [...rows, rest()];
      rows.push({ id, tag, body: data.toString('utf8', body, body + length) });
      at = body + length;
    } else {
      const isTagged = /[A-Z#rx]/.test(tag);
      const found = data.indexOf(lineFeed, start);
      const end = found < 0 ? data.length : found;
      rows.push({ id, tag: isTagged ? tag : '', body: data.toString('utf8', isTagged ? start + 1 : start, end) });
      at = end + 1;
    }
  }
  return rows;
}

/** The kinds of a page's pushes: its start, text, the state of a form, bytes in base64. */
const pushes = { start: 0, text: 1, formState: 2, bytes: 3 } as const;

/** Returns the bytes of one push of a page's data; null for anything else. */
export function readFlightPush(pushed: unknown): Buffer | null {
  const parts = listParts(pushed);
  const [kind, value] = parts;
  if (kind === pushes.start && parts.length === 1) return Buffer.alloc(0);
  if (typeof value !== 'string' || parts.length !== 2) return null;
  if (kind === pushes.text) return Buffer.from(value);
  return kind === pushes.bytes ? Buffer.from(value, 'base64') : null;
}
