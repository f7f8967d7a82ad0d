import type { Gateway } from '../gateways/gateway';
import type { Services } from '../services';
import { findCardVerification, type CardVerification } from './card-verification-model';
import { enquireCardVerification } from './card-verification';

type Fields = Readonly<Record<string, string>>;

/** Gives the card verification that a card issuer's return speaks of; null when it speaks of none. */
export async function findReturnedVerification(
  services: Services,
  gateways: readonly Pick<Gateway, 'readNumber'>[],
  fields: Fields,
): Promise<CardVerification | null> {
  const number = gateways.map((gateway) => gateway.readNumber(fields)).find((found) => found !== null);
  return number === undefined || number === null ? null : findCardVerification(services.db, { number });
}

/** Takes in a return or a callback about a verification. The acquirer is asked itself: nothing that the fields say is believed. */
export async function handleCardVerificationReport(services: Services, check: CardVerification, by: 'return' | 'callback'): Promise<void> {
  await enquireCardVerification(services, check, by);
}

/** Whether a callback about a verification is signed, and so worth an enquiry. */
export function isSignedReport(gateways: readonly Gateway[], check: CardVerification, fields: Fields): boolean {
  return gateways.some((gateway) => {
    const report = gateway.readReport(fields);
    return report.ok && report.value.number === check.number && report.value.amount === check.amount;
  });
}
