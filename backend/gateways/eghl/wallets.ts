import type { KnownWallet } from '@/lib/domain/methods/wallet';
import type { EghlProvider } from './gateway';

/**
 * eGHL's wallets, by the values of the field `selectedWallet`, with their names for receipts. Their codes at eGHL are not published, and
 * can be configured.
 */
export const eghlWallets = {
  boost: { code: 'Boost', name: 'Boost' },
  shopeepay: { code: 'ShopeePay', name: 'ShopeePay' },
  setel: { code: 'Setel', name: 'Setel' },
  grabpay: { code: 'GrabPay', name: 'GrabPay' },
  touchngo: { code: 'TNG', name: "Touch 'n Go" },
} as const satisfies Readonly<Record<KnownWallet, EghlProvider>>;

/** Returns the wallets with the deployment's codes. */
export function withWalletCodes(codes: Readonly<Record<string, string>>): Readonly<Record<string, EghlProvider>> {
  return Object.fromEntries(
    Object.entries(eghlWallets).map(([wallet, { code, name }]) => [wallet, { code: codes[wallet] ?? code, name }]),
  );
}
