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

/**
 * Codes by which FPX or the payer's bank says that it has a technical fault: 20 invalid response, 79 host down, 85 internal error at the bank, 87 to 89
 * exceptions of debit, credit and receipt, 90 online banking unavailable, 96 system malfunction, BB bank blocked, FE internal error of FPX, OE outside
 * FPX's hours. Names of the codes: PayNet's list, as sellers' public plugins have it.
 */
const faultCodes: ReadonlySet<string> = new Set(['20', '79', '85', '87', '88', '89', '90', '96', 'BB', 'FE', 'OE']);

/** Codes of a page of the bank, or a transaction, that timed out, and of one without an outcome. */
const unfinishedCodes: ReadonlySet<string> = new Set(['1A', '1D', '1G', '1J', '1M', 'OF', '09']);

/** Whether a `debitAuthCode` tells a fault of the bank or of FPX, or that there is no outcome; null for any other. */
export function readCause(code: string): 'fault' | 'unfinished' | null {
  if (faultCodes.has(code)) return 'fault';
  return unfinishedCodes.has(code) ? 'unfinished' : null;
}

/** Maps a `debitAuthCode` to a gateway status (FPX, AC message). Any other code means failed. */
export function readDebitAuthCode(code: string): GatewayStatus {
  return Object.hasOwn(statusOfCode, code) ? (statusOfCode[code] ?? 'failed') : 'failed';
}
