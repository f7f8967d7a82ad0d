/**
 * The wallets that hold a card and hand it over on a gateway's page, by Stripe's names (Charge, payment_method_details.card.wallet.type). The site
 * has no button of theirs: docs/gateways.md says why.
 */
export const cardWallets = ['apple_pay', 'google_pay'] as const;

export type CardWallet = (typeof cardWallets)[number];

/** Their names, which are the same in every language. */
export const cardWalletNames = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
} as const satisfies Record<CardWallet, string>;

/** Returns whether a name is one of a wallet that holds cards. */
export function isCardWallet(name: string): name is CardWallet {
  return Object.hasOwn(cardWalletNames, name);
}
