import { cardWalletNames, isCardWallet } from '@/lib/domain/methods/card-wallets';
import type { Bank } from '@/lib/domain/payment/payment';
import type { BankDirectory } from '../gateway';
import { fpxBankNames } from '../fpx/banks';

/** Stripe's names of card brands (Charge, payment_method_details.card.brand) as a receipt has them. */
const cardBrands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Stripe's names of personal banks (Charge, payment_method_details.fpx.bank), with FPX's ids of them. */
const fpxBankIds = {
  affin_bank: 'ABB0233',
  agrobank: 'AGRO01',
  alliance_bank: 'ABMB0212',
  ambank: 'AMBB0209',
  bank_islam: 'BIMB0340',
  bank_muamalat: 'BMMB0341',
  bank_of_china: 'BOCM01',
  bank_rakyat: 'BKRM0602',
  bsn: 'BSN0601',
  cimb: 'BCBB0235',
  hong_leong_bank: 'HLB0224',
  hsbc: 'HSBC0223',
  kfh: 'KFH0346',
  maybank2e: 'MBB0228',
  maybank2u: 'MB2U0227',
  mbsb_bank: 'MBSB001',
  ocbc: 'OCBC0229',
  public_bank: 'PBB0233',
  rhb: 'RHB0218',
  standard_chartered: 'SCB0216',
  uob: 'UOB0226',
} as const satisfies Readonly<Record<string, keyof typeof fpxBankNames.personal>>;

function isKnownBank(name: string): name is keyof typeof fpxBankIds {
  return Object.hasOwn(fpxBankIds, name);
}

/** A card that a wallet held is named with it: `Visa, Apple Pay`. */
function nameOfCard(brand: string, wallet: string): string | null {
  const names = [
    Object.hasOwn(cardBrands, brand) ? cardBrands[brand] : undefined,
    isCardWallet(wallet) ? cardWalletNames[wallet] : undefined,
  ].filter((name) => name !== undefined);
  return names.length === 0 ? null : names.join(', ');
}

/** Returns the name of who paid, for the receipt; null for a brand, bank or method that is not in Stripe's lists. */
export function findPayingName(details: {
  readonly type: string;
  readonly card?: {
    readonly brand?: string | null;
    readonly wallet?: { readonly type: string } | null;
  } | null;
  readonly fpx?: { readonly bank?: string | null } | null;
}): string | null {
  const { type, card, fpx } = details;
  if (type === 'grabpay') return 'GrabPay';
  if (type === 'card') return nameOfCard(card?.brand ?? '', card?.wallet?.type ?? '');
  const bank = fpx?.bank ?? '';
  return type === 'fpx' && isKnownBank(bank) ? fpxBankNames.personal[fpxBankIds[bank]] : null;
}

/** The banks of FPX at Stripe. Its API does not tell which are online: its page does, where the payer chooses the bank again. */
export const stripeBanks: BankDirectory = {
  async listBanks(kind): Promise<readonly Bank[]> {
    if (kind === 'corporate') return [];
    return Object.values(fpxBankIds).map((id) => ({ id, name: fpxBankNames.personal[id], isOnline: true }));
  },
  clearCache() {
    // Nothing is cached.
  },
};

/** Whether an id is that of a bank in the list. */
export function isStripeBank(bankId: string): boolean {
  return Object.values(fpxBankIds).some((id) => id === bankId);
}
