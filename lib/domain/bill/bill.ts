import type { Sen } from '../money';
import type { RecentPayment } from './recent-payments';

/** The latest bill of an account, no more of it than the page shows. */
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
  /** What is still owed once the recent payments have arrived; 0 or more. */
  readonly outstanding: Sen;
  /** Payments that the balance does not have yet, newest first. */
  readonly recentPayments: readonly RecentPayment[];
  /** Calendar day in Malaysia, `YYYY-MM-DD`; null when nothing is due. */
  readonly dueDate: string | null;
  readonly isNew: boolean;
  /** The text of the bill's barcode. */
  readonly barcode: string;
  /** The most that can be paid at once. */
  readonly maximumAmount: Sen;
  /** The backend's clock when it read the bill, ISO 8601. */
  readonly readAt: string;
}
