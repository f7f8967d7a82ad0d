/**
 * Returns the merchant's name in the payload of a merchant-presented QR (field 59), which the payer's app shows before it pays; null if there is none.
 * Each field is a tag and the length of its value, two digits each, and the value. EMVCo, QR Code Specification for Payment Systems, section 3.
 */
export function readQrMerchantName(payload: string): string | null {
  let rest = payload;
  while (rest !== '') {
    const header = /^(\d\d)(\d\d)/.exec(rest);
    if (header === null) return null;
    const [, tag, length] = header;
    const end = 4 + Number(length);
    if (tag === '59') return rest.slice(4, end).trim() || null;
    rest = rest.slice(end);
  }
  return null;
}
