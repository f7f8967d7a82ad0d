import type { Sen } from '../money';
import type { RecentPayment } from './recent-payments';

/** The latest bill of an account, as its page shows it. */
export interface Bill {
  /** Ten digits. */
  readonly accountNumber: string;
  /** Masked by the backend. */
  readonly accountName: string;
  readonly accountStatus: 'active' | 'suspended' | 'closed';
  readonly customerType: string;
  /** Negative for a credit. */
  readonly currentBalance: Sen;
  readonly overdueBalance: Sen;
  /** The amount still owed after the recent payments; 0 or more. */
  readonly outstanding: Sen;
  /** Payments that the balance does not include yet, newest first. */
  readonly recentPayments: readonly RecentPayment[];
  /** Calendar day in Malaysia, `YYYY-MM-DD`; null when nothing is due. */
  readonly dueDate: string | null;
  readonly isNew: boolean;
  /** The text of the bill's barcode. */
  readonly barcode: string;
  /** The maximum of one payment. */
  readonly maximumAmount: Sen;
  /** How many days before a bill is due its payers can be reminded by e-mail; null: not offered. */
  readonly reminderDaysBefore: number | null;
  /** How many accounts one payment may pay with this one, itself included. */
  readonly accountsPerPayment: number;
  /** When the backend read the bill, ISO 8601. */
  readonly readAt: string;
}
