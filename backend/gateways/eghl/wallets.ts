import type { KnownWallet } from '@/lib/domain/methods/wallet';
import { catalogues } from '@/messages/catalogues';
import type { EghlProvider } from './gateway';

/** The list of methods has the same names, in every language. */
const names = catalogues.en.wallets;

/**
 * eGHL's wallets, by the values of the field `selectedWallet`, with their names on results and receipts. Their codes at eGHL are not published, and
 * can be configured.
 */
export const eghlWallets = {
  boost: { code: 'Boost', name: names.boost },
  shopeepay: { code: 'ShopeePay', name: names.shopeepay },
  setel: { code: 'Setel', name: names.setel },
  grabpay: { code: 'GrabPay', name: names.grabpay },
  touchngo: { code: 'TNG', name: names.touchngo },
} as const satisfies Readonly<Record<KnownWallet, EghlProvider>>;

/** Returns the wallets with the deployment's codes. */
export function withWalletCodes(codes: Readonly<Record<string, string>>): Readonly<Record<string, EghlProvider>> {
  return Object.fromEntries(
    Object.entries(eghlWallets).map(([wallet, { code, name }]) => [wallet, { code: codes[wallet] ?? code, name }]),
  );
}
