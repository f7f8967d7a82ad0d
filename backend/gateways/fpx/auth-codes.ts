import type { Verdict } from '../gateway';

const verdictOfCode: Readonly<Record<string, Verdict>> = {
  '00': 'successful',
  '09': 'pending',
  // A company's second person has yet to approve: another AC comes later.
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
  // A duplicate order says that this number came twice, and nothing of how the first one ended: that has to be asked.
  '45': 'pending',
  XN: 'pending',
};

/** What a `debitAuthCode` says of a payment (FPX, AC message). A code that the table lacks means failed. */
export function readDebitAuthCode(code: string): Verdict {
  return Object.hasOwn(verdictOfCode, code) ? (verdictOfCode[code] ?? 'failed') : 'failed';
}
