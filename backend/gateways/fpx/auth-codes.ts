import type { GatewayStatus } from '../gateway';

const statusOfCode: Readonly<Record<string, GatewayStatus>> = {
  '00': 'successful',
  '09': 'pending',
  // A second person of the company has to approve: another AC follows.
  '99': 'pending-approval',
  '1C': 'cancelled',
  '1F': 'cancelled',
  '1I': 'cancelled',
  '1L': 'cancelled',
  '80': 'cancelled',
  BC: 'cancelled',
  // Cancelled by the merchant.
  '2X': 'cancelled',
  '1A': 'expired',
  '1D': 'expired',
  '1G': 'expired',
  '1J': 'expired',
  '1M': 'expired',
  OF: 'expired',
  // Not found.
  '76': 'unknown',
  // Duplicate order: not a status of the payment, see below.
  '45': 'unknown',
  XN: 'unknown',
};

/** Whether a code reports that our number was used before, which tells nothing of the payment: an AE does. */
export function isDuplicateCode(code: string): boolean {
  return code === '45' || code === 'XN';
}

/** Maps a `debitAuthCode` to a gateway status (FPX, AC message). Any other code means failed. */
export function readDebitAuthCode(code: string): GatewayStatus {
  return Object.hasOwn(statusOfCode, code) ? (statusOfCode[code] ?? 'failed') : 'failed';
}
