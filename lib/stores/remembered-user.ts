import type { AccountNumber } from '@/lib/domain/bill/account-number';
import type { EmailAddress } from '@/lib/domain/contact/email';
import type { PhoneNumber } from '@/lib/domain/contact/phone';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';

/**
 * The user part of the payment state: all that this device remembers of a payer. Never a card: each value is of a type that only its parser
 * makes, or one of ours. Specification, section 4.
 */
export interface RememberedUser {
  readonly userEmailAddress: EmailAddress | null;
  readonly phoneNumber: PhoneNumber | null;
  /** The method last used. */
  readonly lastMethod: PaymentMethod | null;
  /** The FPX banks last used, by their ids. */
  readonly lastPersonalBank: string | null;
  readonly lastCorporateBank: string | null;
  /** Stored only if the payer asked for it. */
  readonly rememberedAccount: AccountNumber | null;
}
