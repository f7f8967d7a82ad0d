import type { EghlProvider } from './gateway';

/** The wallets, by the values of the field `selectedWallet`. Their codes at eGHL are not published, so they are configurable. */
export const eghlWallets = {
  boost: { code: 'Boost', name: 'Boost' },
  shopeepay: { code: 'ShopeePay', name: 'ShopeePay' },
  setel: { code: 'Setel', name: 'Setel' },
  grabpay: { code: 'GrabPay', name: 'GrabPay' },
  touchngo: { code: 'TNG', name: "Touch 'n Go" },
} as const satisfies Readonly<Record<string, EghlProvider>>;
export type WalletName = keyof typeof eghlWallets;

/** Returns the wallets with the deployment's codes. */
export function withWalletCodes(codes: Readonly<Record<string, string>>): Readonly<Record<string, EghlProvider>> {
  return Object.fromEntries(
    Object.entries(eghlWallets).map(([wallet, { code, name }]) => [wallet, { code: codes[wallet] ?? code, name }]),
  );
}
