import type { Gateway } from '../gateways/gateway';
import type { Services } from '../services';
import { findCardCheck, type CardCheck } from './card-verification-model';
import { settleCardCheck } from './card-verification';

type Fields = Readonly<Record<string, string>>;

/** Gives the card verification that a card issuer's return speaks of; null when it speaks of none. */
export async function findReturnedCheck(
  services: Services,
  gateways: readonly Pick<Gateway, 'readNumber'>[],
  fields: Fields,
): Promise<CardCheck | null> {
  const number = gateways.map((gateway) => gateway.readNumber(fields)).find((found) => found !== null);
  return number === undefined || number === null ? null : findCardCheck(services.db, { number });
}

/** Takes in a return or a callback about a verification. The acquirer is asked itself: nothing that the fields say is believed. */
export async function takeCardReturn(services: Services, check: CardCheck, by: 'return' | 'callback'): Promise<void> {
  await settleCardCheck(services, check, by);
}

/** Whether a callback about a verification is signed, and so worth an enquiry. */
export function isSignedReport(gateways: readonly Gateway[], check: CardCheck, fields: Fields): boolean {
  return gateways.some((gateway) => {
    const report = gateway.readReport(fields);
    return report.ok && report.value.number === check.number && report.value.amount === check.amount;
  });
}
