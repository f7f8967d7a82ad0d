import { formatPlainRinggit, type Sen } from '@/lib/domain/money';

/** The merchant as registered at the acquiring bank. */
export interface DuitNowMerchant {
  /** The acquiring bank's id, and the merchant's id there. */
  readonly acquirerId: string;
  readonly merchantId: string;
  /** At most 25 and 15 plain characters. */
  readonly name: string;
  readonly city: string;
  /** Four digits (ISO 18245). */
  readonly category: string;
}

const duitNowId = 'A0000006150001';

/** Formats a field: tag, length of the value in two digits, value. EMVCo merchant-presented QR, section 3. */
function field(tag: string, value: string): string {
  if (value.length > 99 || !/^[\x20-\x7e]*$/.test(value)) throw new Error(`invalid value of QR field ${tag}`);
  return `${tag}${String(value.length).padStart(2, '0')}${value}`;
}

/** Computes the CRC-16 (polynomial 1021, initial FFFF) of ASCII text, as four upper-case hex digits. */
export function computeCrc(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Appends the checksum, which covers everything up to its own tag and length. */
function appendChecksum(text: string): string {
  return `${text}6304${computeCrc(`${text}6304`)}`;
}

/**
 * Builds the payload of a DuitNow QR (PayNet, version 1.5). With a reference it is dynamic, for one payment (12, and the reference in field
 * 62); without one it is the merchant's static code (11).
 */
export function buildPayload(merchant: DuitNowMerchant, payment: { amount: Sen; reference: string | null }): string {
  const template = field('00', duitNowId) + field('01', merchant.acquirerId) + field('02', merchant.merchantId);
  const { amount, reference } = payment;
  return appendChecksum(
    field('00', '02') +
      field('01', reference === null ? '11' : '12') +
      field('26', template) +
      field('52', merchant.category) +
      field('53', '458') +
      field('54', formatPlainRinggit(amount)) +
      field('58', 'MY') +
      field('59', merchant.name) +
      field('60', merchant.city) +
      (reference === null ? '' : field('62', field('05', reference))),
  );
}
