import type { KnownWallet } from '@/lib/domain/methods/wallet';
import { catalogues } from '@/messages/catalogues';
import { findBankName } from '../fpx/banks';
import type { AttemptOrder } from '../gateway';

/** A wallet behind CHIP. */
export interface ChipWallet {
  /** CHIP's name of the method, for `preferred` and `payment_method_whitelist`. */
  readonly method: string;
  /** CHIP's `razer_bank_code`. */
  readonly code: string;
}

/**
 * The wallets of ours that CHIP has: overview/direct-post/e-wallet of its documents. The list there and the example below it disagree about
 * `preferred`, so that both values are configurable. CHIP has no Boost and no Setel.
 */
export const chipWallets: Partial<Readonly<Record<KnownWallet, ChipWallet>>> = {
  touchngo: { method: 'razer_tng', code: 'TNG-EWALLET' },
  grabpay: { method: 'razer_grabpay', code: 'GrabPay' },
  shopeepay: { method: 'razer_shopeepay', code: 'ShopeePay' },
};

/** How CHIP is told what the payer has chosen. */
export interface ChipMethod {
  /** The methods that its page may offer: `payment_method_whitelist`. */
  readonly whitelist: readonly string[];
  /** The parameters of `checkout_url` that lead straight there. */
  readonly query: Readonly<Record<string, string>>;
}

/** The cards of CHIP's own page. Its documents name them in `payment_method_whitelist`: integration/subscriptions. */
const cardMethods = ['visa', 'mastercard', 'maestro'] as const;

/** The name of CHIP's FPX for companies, whose payments may wait for a second person. */
export const corporateMethod = 'fpx_b2b1';

function toBank(kind: 'personal' | 'corporate', bank: string | null): ChipMethod | null {
  if (bank === null || findBankName(kind, bank) === null) return null;
  const preferred = kind === 'corporate' ? corporateMethod : 'fpx';
  return { whitelist: [preferred], query: { preferred, fpx_bank_code: bank } };
}

function toWallet(wallets: Readonly<Record<string, ChipWallet>>, chosen: string | null): ChipMethod | null {
  const wallet = chosen !== null && Object.hasOwn(wallets, chosen) ? wallets[chosen] : undefined;
  if (wallet === undefined) return null;
  return { whitelist: [wallet.method], query: { preferred: wallet.method, razer_bank_code: wallet.code } };
}

/** Returns how CHIP is told what the payer has chosen; null for a method, bank or wallet that it does not have. */
export function toChipMethod(
  { method, provider }: Pick<AttemptOrder, 'method' | 'provider'>,
  wallets: Readonly<Record<string, ChipWallet>>,
): ChipMethod | null {
  switch (method) {
    case 'fpx':
      return toBank('personal', provider);
    case 'fpxCorporate':
      return toBank('corporate', provider);
    case 'duitnowQr':
      return { whitelist: ['duitnow_qr'], query: { preferred: 'duitnow_qr' } };
    case 'wallet':
      return toWallet(wallets, provider);
    case 'newCard':
      return { whitelist: cardMethods, query: {} };
    default:
      return null;
  }
}

/** The list of methods has the same names of wallets, in every language. */
const { wallets } = catalogues.en;

/** The names of CHIP's methods on results and receipts. FPX's bank is not told. */
const methodNames: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['maestro', 'Maestro'],
  ['duitnow_qr', 'DuitNow QR'],
  ['razer_tng', wallets.touchngo],
  ['razer_grabpay', wallets.grabpay],
  ['razer_shopeepay', wallets.shopeepay],
]);

/** Returns the name of the scheme or wallet that has paid; null if it is not told. */
export function findMethodName(method: string): string | null {
  return methodNames.get(method) ?? null;
}
