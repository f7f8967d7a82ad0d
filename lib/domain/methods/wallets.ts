/** The e-wallets that have words and marks of their own. Specification, section 1. */
const knownWallets = ['boost', 'shopeepay', 'setel', 'grabpay', 'touchngo'] as const;
export type KnownWallet = (typeof knownWallets)[number];

/** Tells whether a wallet's name stands below `wallets` of messages/; another goes by its id. */
export function isKnownWallet(id: string): id is KnownWallet {
  return knownWallets.some((wallet) => wallet === id);
}
