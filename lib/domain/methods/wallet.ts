import { leastPayment, onlineOptions, type MethodDescriptor } from './method-descriptor';

/** An e-wallet. */
export const wallet = {
  id: 'wallet',
  kind: 'redirect',
  category: 'wallet',
  resultRoute: '/bankResultEGHL',
  limits: { minimum: leastPayment, maximum: null },
  fields: ['selectedWallet'],
  selection: { field: 'selectedWallet', listOptions: ({ wallets }) => onlineOptions(wallets) },
  card: null,
  autoDebit: false,
  instalments: false,
} as const satisfies MethodDescriptor;

/** The wallets in the order of the contract. Each has a logo, and a name below `wallets` of messages/. Specification, section 1. */
export const knownWallets = ['boost', 'shopeepay', 'setel', 'grabpay', 'touchngo'] as const;
export type KnownWallet = (typeof knownWallets)[number];

/** The wallets that most payers in Malaysia have. */
export const mainWallets: readonly KnownWallet[] = ['touchngo', 'grabpay'];

/** Sorts the wallets of a payment as the page lists them: those that most payers have first. */
export function sortWallets(ids: readonly string[]): readonly string[] {
  const main = mainWallets.filter((wallet) => ids.includes(wallet));
  return [...new Set([...main, ...ids])];
}

/** Returns whether a wallet has a name and a logo; another backend may offer one that is shown by its id. */
export function isKnownWallet(id: string): id is KnownWallet {
  return knownWallets.some((known) => known === id);
}
