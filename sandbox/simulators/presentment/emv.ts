/*
 * The simulator's own parser of EMVCo payloads, sharing no code with the gateway that writes them.
 */

/** Splits a payload or template into its fields by tag; null if the lengths do not match. */
function readFields(text: string): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const head = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4));
    if (!head) return null;
    const [, tag = '', length = ''] = head;
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (value.length !== Number(length) || fields.has(tag)) return null;
    fields.set(tag, value);
    at += 4 + value.length;
  }
  return fields;
}

/** CRC-16/CCITT-FALSE, by the table of one nibble at a time. */
function crcOf(text: string): string {
  const table = Array.from({ length: 16 }, (_, nibble) =>
    [0, 1, 2, 3].reduce((value) => (value & 0x8000 ? (value << 1) ^ 0x1021 : value << 1) & 0xffff, nibble << 12),
  );
  let crc = 0xffff;
  for (const character of text) {
    const byte = character.charCodeAt(0);
    for (const nibble of [byte >> 4, byte & 0xf]) {
      crc = ((crc << 4) & 0xffff) ^ (table[(crc >> 12) ^ nibble] ?? 0);
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

export interface ReadPayload {
  readonly amountSen: number;
  readonly reference: string;
}

/** Reads a DuitNow payload for one payment; null if it is altered, or not a DuitNow QR in ringgit. */
export function readDuitNowPayload(payload: string): ReadPayload | null {
  if (!/^[\x20-\x7e]{20,512}$/.test(payload) || crcOf(payload.slice(0, -4)) !== payload.slice(-4)) return null;
  const fields = readFields(payload);
  const account = readFields(fields?.get('26') ?? '');
  const additional = readFields(fields?.get('62') ?? '');
  const amount = /^(\d{1,10})\.(\d\d)$/.exec(fields?.get('54') ?? '');
  const isDuitNow = account?.get('00') === 'A0000006150001' && fields?.get('00') === '02';
  const isOnce = fields?.get('01') === '12' && fields.get('53') === '458' && fields.get('58') === 'MY';
  const reference = additional?.get('05');
  if (!isDuitNow || !isOnce || amount === null || reference === undefined) return null;
  return { amountSen: Number(`${amount[1]}${amount[2]}`), reference };
}
