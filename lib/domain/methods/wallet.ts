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

/** The wallets in the order in which they are offered: the most used in Malaysia first. Each has a logo, and a name below `wallets` of messages/. Specification, section 1. */
export const knownWallets = ['touchngo', 'grabpay', 'boost', 'shopeepay', 'setel'] as const;
export type KnownWallet = (typeof knownWallets)[number];

/** Returns whether a wallet has a name and a logo; another backend may offer one that is shown by its id. */
export function isKnownWallet(id: string): id is KnownWallet {
  return knownWallets.some((known) => known === id);
}
