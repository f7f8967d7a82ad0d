/** The sandbox's acquirer's response to a card: a 3-D Secure page, or an immediate result. */
export type CardOutcome =
  | { readonly kind: 'challenge' }
  | { readonly kind: 'approved' }
  | { readonly kind: 'declined'; readonly reason: DeclineReason }
  /** 'unknown' at first; an enquiry after `settlesAfterMs` returns that it was approved. */
  | { readonly kind: 'unknown'; readonly settlesAfterMs: number };

export const declineReasons = ['declined', 'insufficient-funds', 'expired-card', 'wrong-cvv'] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** Why a charge without the payer is declined, besides `declineReasons`. */
export const chargeDeclines = [
  ...(['declined', 'insufficient-funds', 'lost-or-stolen', 'account-closed', 'stop-payment'] as const),
  /** The issuer wants the payer to authenticate. */
  'authentication-required',
] as const;

/**
 * How the control `charges` has a charge without the payer end: by a decline; `lost`: it is made and its response lost; `down`: it is not made,
 * and there is no response.
 */
export const chargeModes = ['approved', ...chargeDeclines, 'lost', 'down'] as const;
export type ChargeMode = (typeof chargeModes)[number];

/** The response to a charge without the payer: nobody can be asked to authenticate. */
export type ChargeOutcome =
  | Exclude<CardOutcome, { readonly kind: 'challenge' }>
  | { readonly kind: 'declined'; readonly reason: (typeof chargeDeclines)[number] };

export interface CardScenario {
  readonly number: string;
  readonly brand: 'visa' | 'mastercard' | 'amex';
  readonly outcome: CardOutcome;
  /** Of a charge by auto debit, or of a saved card without a CVV; by default as `outcome`, without a 3-D Secure page. */
  readonly charge?: ChargeOutcome;
  readonly meaning: string;
}

const hourMs = 60 * 60 * 1000;

/** The sandbox's cards: any future expiry, any CVV of the right length, any name. */
export const cardScenarios = [
  {
    number: '4111111111111111',
    brand: 'visa',
    outcome: { kind: 'challenge' },
    meaning: '3-D Secure page, then what its buttons say',
  },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    outcome: { kind: 'challenge' },
    meaning: '3-D Secure page, then what its buttons say',
  },
  {
    number: '378282246310005',
    brand: 'amex',
    outcome: { kind: 'challenge' },
    meaning: '3-D Secure page; refused for instalments',
  },
  {
    number: '4242424242424242',
    brand: 'visa',
    outcome: { kind: 'approved' },
    meaning: 'approved at once, no 3-D Secure page',
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    outcome: { kind: 'declined', reason: 'declined' },
    meaning: 'declined',
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    outcome: { kind: 'declined', reason: 'insufficient-funds' },
    meaning: 'declined: insufficient funds',
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    outcome: { kind: 'declined', reason: 'expired-card' },
    meaning: 'declined: expired card',
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    outcome: { kind: 'declined', reason: 'wrong-cvv' },
    meaning: 'declined: wrong CVV',
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    outcome: { kind: 'unknown', settlesAfterMs: hourMs },
    meaning: "processing error: the acquirer answers 'unknown'; an enquiry an hour later returns successful",
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    outcome: { kind: 'approved' },
    charge: { kind: 'declined', reason: 'insufficient-funds' },
    meaning: 'approved at once; each charge by auto debit is declined: insufficient funds',
  },
  {
    number: '4000000000009987',
    brand: 'visa',
    outcome: { kind: 'approved' },
    charge: { kind: 'declined', reason: 'lost-or-stolen' },
    meaning: 'approved at once; a charge by auto debit is declined for good: lost or stolen',
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    outcome: { kind: 'approved' },
    charge: { kind: 'declined', reason: 'authentication-required' },
    meaning: 'approved at once; each charge by auto debit is declined: the issuer wants the payer to authenticate',
  },
  {
    number: '4000000000003063',
    brand: 'visa',
    outcome: { kind: 'challenge' },
    charge: { kind: 'declined', reason: 'insufficient-funds' },
    meaning: '3-D Secure page; each charge without a CVV is declined: insufficient funds',
  },
  {
    number: '4000000000003220',
    brand: 'visa',
    outcome: { kind: 'challenge' },
    charge: { kind: 'unknown', settlesAfterMs: hourMs },
    meaning: '3-D Secure page; a charge without a CVV is pending, and successful an hour later',
  },
] as const satisfies readonly CardScenario[];

/** Whether a card number (digits only) is in the table: all users of the sandbox share these. */
export function isPublishedCard(number: string): boolean {
  return cardScenarios.some((scenario) => scenario.number === number);
}

/** Returns the outcome of a card number (digits only). A card outside the table gets the 3-D Secure page. */
export function findCardOutcome(number: string): CardOutcome {
  return cardScenarios.find((scenario) => scenario.number === number)?.outcome ?? { kind: 'challenge' };
}

/** Returns the outcome of a charge of a stored card, for which nobody is asked to authenticate. */
export function findChargeOutcome(number: string): ChargeOutcome {
  const scenarios: readonly CardScenario[] = cardScenarios;
  const charge = scenarios.find((scenario) => scenario.number === number)?.charge;
  if (charge !== undefined) return charge;
  const outcome = findCardOutcome(number);
  return outcome.kind === 'challenge' ? { kind: 'approved' } : outcome;
}
