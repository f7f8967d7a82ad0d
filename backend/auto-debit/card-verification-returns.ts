import type { Gateway } from '../gateways/gateway';
import type { Services } from '../services';
import { findCardVerification, type CardVerification } from './card-verification-model';
import { enquireCardVerification } from './card-verification';

type Fields = Readonly<Record<string, string>>;

/** Finds the card verification that a card issuer's return refers to; null if there is none. */
export async function findReturnedVerification(
  services: Services,
  gateways: readonly Pick<Gateway, 'readNumber'>[],
  fields: Fields,
): Promise<CardVerification | null> {
  const number = gateways.map((gateway) => gateway.readNumber(fields)).find((found) => found !== null);
  return number === undefined || number === null ? null : findCardVerification(services.db, { number });
}

/** Handles a return or callback of a verification. The outcome comes from an enquiry to the acquirer, never from the fields. */
export async function handleCardVerificationReport(
  services: Services,
  check: CardVerification,
  by: 'return' | 'callback',
): Promise<void> {
  await enquireCardVerification(services, check, by);
}

/** Whether a verification's callback has a valid signature, which is required before we enquire. */
export function isSignedReport(gateways: readonly Gateway[], check: CardVerification, fields: Fields): boolean {
  return gateways.some((gateway) => {
    const report = gateway.verifyReport(fields);
    return report.ok && report.value.number === check.number && report.value.amount === check.amount;
  });
}
