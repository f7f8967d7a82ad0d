/*
 * Every screen that is looked at, in the order and the groups of the gallery. A screen has a name, which its files begin with, and words
 * for those who look.
 */

export const gallery = [
  {
    title: 'Quick pay',
    screens: {
      home: 'An account number is asked for',
      'home-error': 'A number that is none: where to find it is open',
      'home-notice': 'A message of the operator, and the question of consent',
      bill: 'A bill, and how much of it to pay',
      'bill-overdue': 'Overdue, the account suspended',
      'bill-credit': 'Nothing to pay: the account is in credit',
      'bill-closed': 'A closed account takes no payment',
      'bill-error': 'An amount above what is allowed',
      'bill-link-broken': 'A link to a bill that is no longer good',
    },
  },
  {
    title: 'Payment',
    screens: {
      payment: 'The methods',
      'payment-fpx': 'Online banking chosen',
      'payment-card-error': 'A card that cannot be',
      'payment-saved-cards': 'Saved cards',
      'payment-partner': 'A partner’s order, in its colour',
      'payment-outage': 'Card payment is down, online banking will be',
      'payment-under-way': 'Opened again while a bank is being asked',
      'remove-card': 'Before a saved card goes',
      'hand-over': 'On the way to the bank, without scripts',
    },
  },
  {
    title: 'Methods, each as it is chosen',
    screens: {
      'method-savedCard': 'Saved card',
      'method-newCard': 'Card',
      'method-epp': 'Instalment plan',
      'method-fpx': 'Online banking (FPX)',
      'method-fpxCorporate': 'Corporate online banking',
      'method-m2u': 'Maybank2u',
      'method-wallet': 'E-wallet',
      'method-dcb': 'Pay by mobile',
      'method-counter': 'Convenience store',
      'method-duitnowQr': 'DuitNow QR',
    },
  },
  {
    title: 'Waiting for the payer',
    screens: {
      'counter-barcode': 'The barcode for the counter',
      'duitnow-qr': 'The QR code for an app',
      'pay-by-mobile': 'The number that pays',
      'pay-by-mobile-code': 'The code by text message, and the question before leaving',
    },
  },
  {
    title: 'Results',
    screens: {
      result: 'Paid',
      'result-failed': 'Not paid, with the reason and the way on',
      'result-pending': 'The bank has not answered yet',
      'result-pending-approval': 'A second person has to approve',
      'result-cancelled': 'Cancelled',
      'result-processed': 'A payment of the bill is being processed',
      'result-blacklisted': 'An account that cannot pay here',
      'result-session-expired': 'No longer valid',
    },
  },
  {
    title: 'Auto debit',
    screens: {
      'auto-debit-offer': 'Offered after a payment',
      'auto-debit-pin': 'The PIN',
      'auto-debit-card': 'The card that will pay',
      'auto-debit-thanks': 'Registered',
    },
  },
  {
    title: 'Help, terms and what goes wrong',
    screens: {
      help: 'Questions and answers',
      'help-search': 'One word sought',
      terms: 'Terms and conditions',
      accessibility: 'Accessibility statement',
      'not-found': 'No such page',
      fault: 'The backend does not answer',
      maintenance: 'Closed for maintenance',
      loading: 'Before anything is known of the backend',
    },
  },
] as const;

type Screens = (typeof gallery)[number]['screens'];

/** The name of a screen: its files begin with it. */
export type ScreenName = Screens extends infer Group ? (Group extends unknown ? keyof Group & string : never) : never;

/** Every screen's name, in the order of the gallery. */
export const screenNames = gallery.flatMap(({ screens }) => Object.keys(screens));

/** Windows in pixels: a small phone, a tablet, a desk. */
export const windows = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
] as const;

export const languages = ['en', 'ms'] as const;
export const themes = ['light', 'dark'] as const;

export interface Variant {
  readonly width: (typeof windows)[number]['width'];
  readonly language: (typeof languages)[number];
  readonly theme: (typeof themes)[number];
}

/** Gives a picture's file name. */
export function fileOf(name: string, { width, language, theme }: Variant): string {
  return `${name}-${width}-${language}${theme === 'dark' ? '-dark' : ''}.png`;
}

/** The variants that are committed and shown in the gallery. */
export const kept: readonly Variant[] = [
  { width: 360, language: 'en', theme: 'light' },
  { width: 360, language: 'en', theme: 'dark' },
  { width: 360, language: 'ms', theme: 'light' },
  { width: 768, language: 'en', theme: 'light' },
  { width: 1280, language: 'en', theme: 'light' },
  { width: 1280, language: 'ms', theme: 'dark' },
];

/** Tells whether a variant is committed. */
export function isKept({ width, language, theme }: Variant): boolean {
  return kept.some((one) => one.width === width && one.language === language && one.theme === theme);
}
