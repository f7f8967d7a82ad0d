import type { CardBrand } from './card/card-fields';
import { formatLimitFigure, type Sen } from './money';
import type { CardEntryPlace } from './payment/card-entry-place';
import type { GatewayRequest } from './payment/gateway-request';

/** What who is on auto debit gets: so much a month, for so many months at most. Either is 0 where there is no rebate. */
export interface Rebate {
  readonly amount: Sen;
  readonly months: number;
}

/** The values of messages that name the rebate: the amount in ringgit, and 0 months where there is no rebate. */
export type RebateFigures = Readonly<{ amount: string; months: number }>;

/** Returns what messages name of the rebate; of one that is not known, nothing. */
export function describeRebate(rebate: Rebate | null): RebateFigures {
  if (rebate === null || rebate.amount === 0) return { amount: '0', months: 0 };
  return { amount: formatLimitFigure(rebate.amount), months: rebate.months };
}

/** The texts of the offer, in the language of the page. */
export interface AutoDebitTexts {
  readonly title: string;
  readonly message: string;
  readonly thankYou: string;
}

/** The sources of an offer's texts; null if a source has none or did not respond. */
export interface AutoDebitTextSources {
  /** `autoDebitResponse` of the payment's own result. */
  readonly result: AutoDebitTexts | null;
  /** The texts of the payment's partner. Specification, section 4: partner-key list. */
  readonly partner: AutoDebitTexts | null;
  /** The offer's own. */
  readonly offer: AutoDebitTexts;
}

/** Takes each text from the first source that has it: the payment's result, its partner, the offer. A blank text counts as missing. */
export function resolveAutoDebitTexts({ result, partner, offer }: AutoDebitTextSources): AutoDebitTexts {
  const resolve = (name: keyof AutoDebitTexts) =>
    [result, partner].map((texts) => texts?.[name] ?? '').find((text) => text.trim() !== '') ?? offer[name];
  return { title: resolve('title'), message: resolve('message'), thankYou: resolve('thankYou') };
}

/** The offer to register a paid account for auto debit, and the state of the registration. Specification, section 4: Auto debit. */
export interface AutoDebit extends AutoDebitTexts {
  readonly refid: string;
  readonly state: 'offered' | 'registered' | 'not-offered';
  /** The next step: the holder's confirmation, a card, or the page of the card's issuer; none when no PIN is accepted any more. */
  readonly step: 'confirm' | 'card' | 'card-check' | 'tries-exhausted';
  /** By one-time PIN or by account linking; null for a method that this site does not support. */
  readonly flow: 'otp' | 'ulm' | null;
  readonly maskedMobileNumber: string | null;
  /** The registered card, or the card that paid, which is verified next; null if a card must be entered. */
  readonly card: { readonly brand: CardBrand; readonly lastFour: string } | null;
  readonly wasCardRefused: boolean;
  readonly cardCheck: GatewayRequest | null;
  /** A card is entered here, and verified by RM1, or on the page of the gateway, which keeps it and verifies it without a charge. */
  readonly cardEntry: Exclude<CardEntryPlace, 'direct'>;
  /** The payer has already requested it on the payment page. */
  readonly isRequested: boolean;
  readonly rebate: Rebate;
  readonly cardEncryptionKey: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly serverTime: string;
}

/** A registration, as the link in its confirmation shows it. */
export interface AutoDebitRegistration {
  readonly state: 'registered' | 'cancelled';
  readonly maskedAccountNumber: string;
  readonly card: { readonly brand: CardBrand; readonly lastFour: string };
}
