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
  // Duplicate order: the number was sent twice. The outcome of the first one needs an enquiry.
  '45': 'pending',
  XN: 'pending',
};

/** Maps a `debitAuthCode` to a gateway status (FPX, AC message). Any other code means failed. */
export function readDebitAuthCode(code: string): GatewayStatus {
  return Object.hasOwn(statusOfCode, code) ? (statusOfCode[code] ?? 'failed') : 'failed';
}
