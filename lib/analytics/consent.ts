/** The cookie with a payer's answer to the consent question. */
export const analyticsCookie = 'ebill-analytics';

export const consentAnswers = ['yes', 'no'] as const;
export type ConsentAnswer = (typeof consentAnswers)[number];

/** `off`: analytics is disabled. Events are written only after `yes`. */
export type Consent = 'off' | 'unasked' | ConsentAnswer;

export function isConsentAnswer(text: unknown): text is ConsentAnswer {
  return consentAnswers.some((answer) => answer === text);
}

/**
 * Returns the payer's consent. Analytics is off without `gaEnabled`, and at kiosks and inside other products, which many people share. A
 * browser that sends Sec-GPC counts as a refusal, which an explicit answer overrides.
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
