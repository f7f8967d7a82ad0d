/** The cookie with a payer's answer to the consent question. */
export const analyticsCookie = 'ebill-analytics';

export const consentAnswers = ['yes', 'no'] as const;
export type ConsentAnswer = (typeof consentAnswers)[number];

/** `off`: analytics does not exist. Only `yes` lets an event be written. */
export type Consent = 'off' | 'unasked' | ConsentAnswer;

export function isConsentAnswer(text: unknown): text is ConsentAnswer {
  return consentAnswers.some((answer) => answer === text);
}

/**
 * Tells what a payer has agreed to. `gaEnabled` decides whether there is anything to ask; inside a kiosk or another product, which many
 * share, there is not. A browser that asks not to be tracked (Sec-GPC) has answered for its owner, who may still say otherwise.
 */
export function resolveConsent(visit: {
  readonly isEnabled: boolean;
  readonly isKiosk: boolean;
  readonly cookie: string | null;
  readonly privacyControl: string | null;
}): Consent {
  if (!visit.isEnabled || visit.isKiosk) return 'off';
  if (isConsentAnswer(visit.cookie)) return visit.cookie;
  return visit.privacyControl === '1' ? 'no' : 'unasked';
}
