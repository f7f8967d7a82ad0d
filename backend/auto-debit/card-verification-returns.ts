import type { Gateway } from '../gateways/gateway';
import { hasUnstorableText } from '../http/unstorable-text';
import type { Services } from '../services';
import { claimVerificationEnquiry, findCardVerification, type CardVerification } from './card-verification-model';
import { enquireCardVerification } from './card-verification';

type Fields = Readonly<Record<string, string>>;

/** Returns the number that a return names; null if it names none, or one that is not a text of ours: no query is made with it. */
export function readReturnedNumber(gateways: readonly Pick<Gateway, 'readNumber'>[], fields: Fields): string | null {
  const number = gateways.map((gateway) => gateway.readNumber(fields)).find((found) => found !== null) ?? null;
  return number === null || hasUnstorableText(number) ? null : number;
}

/** Finds the card verification that a card issuer's return refers to; null if there is none. */
export async function findReturnedVerification(
  services: Services,
  gateways: readonly Pick<Gateway, 'readNumber'>[],
  fields: Fields,
): Promise<CardVerification | null> {
  const number = readReturnedNumber(gateways, fields);
  return number === null ? null : findCardVerification(services.db, { number });
}

/**
 * Handles a signed return or callback of a verification, or its own visit's question after an unverified return. The outcome comes
 * from an enquiry to the acquirer, never from the fields. Returns false, without an enquiry, when the verification's budget is spent.
 */
export async function handleCardVerificationReport(
  services: Services,
  verification: CardVerification,
  by: 'return' | 'callback',
): Promise<boolean> {
  if (!(await claimVerificationEnquiry(services.db, verification, services.clock.now()))) return false;
  await enquireCardVerification(services, verification, by);
  return true;
}

/** Whether a verification's return or callback has a valid signature, which is required before we enquire. */
export function isSignedReport(gateways: readonly Gateway[], verification: CardVerification, fields: Fields): boolean {
  return gateways.some((gateway) => {
    const report = gateway.verifyReport(fields);
    return report.ok && report.value.number === verification.number && report.value.amount === verification.amount;
  });
}
