import type { AccountNumber } from '@/lib/domain/bill/account-number';
import type { EmailAddress } from '@/lib/domain/contact/email';
import type { PhoneNumber } from '@/lib/domain/contact/phone';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { KnownWallet } from '@/lib/domain/methods/wallet';

/**
 * The user part of the payment state: what this device remembers of a payer. Never a card: each value has a type that only its parser
 * returns, or is one of a fixed list. Specification, section 4.
 */
export interface RememberedUser {
  readonly userEmailAddress: EmailAddress | null;
  readonly phoneNumber: PhoneNumber | null;
  /** The last method. */
  readonly lastMethod: PaymentMethod | null;
  /** The ids of the last FPX banks. */
  readonly lastPersonalBank: string | null;
  readonly lastCorporateBank: string | null;
  /** The last e-wallet. */
  readonly lastWallet: KnownWallet | null;
  /** Stored only if the payer asked for it. */
  readonly rememberedAccount: AccountNumber | null;
}
