import type { CardBrand } from './card-fields';
import type { Sen } from './money';
import type { GatewayRequest } from './payment';

/** The offer to put a paid account on auto debit, and how far its registration has come. Specification, section 4: Auto debit. */
export interface AutoDebit {
  readonly refid: string;
  readonly state: 'offered' | 'registered' | 'not-offered';
  /** What comes next: the holder's word, a card, or the page of the card's issuer. */
  readonly step: 'confirm' | 'card' | 'card-check';
  /** By one-time PIN or by account linking; null for a way that this site does not know. */
  readonly way: 'otp' | 'ulm' | null;
  readonly title: string;
  readonly message: string;
  readonly thankYou: string;
  readonly maskedMobileNumber: string | null;
  /** The card that is registered, or that has paid and is verified next; null when one has to be given. */
  readonly card: { readonly brand: CardBrand; readonly lastFour: string } | null;
  readonly wasCardRefused: boolean;
  readonly cardCheck: GatewayRequest | null;
  /** The payer has asked for it on the payment page already. */
  readonly isAskedFor: boolean;
  /** A month, and for how many months at most. */
  readonly rebate: { readonly amount: Sen; readonly months: number };
  readonly cardEncryptionKey: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly serverTime: string;
}
