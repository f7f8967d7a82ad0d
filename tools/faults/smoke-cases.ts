import { journeys } from './journeys';
import { disruptionCases } from './disruption-cases';
import type { KillCase } from './kill-cases';

function killAt(journeyName: string, stepName: string): KillCase {
  const journey = journeys.find(({ name }) => name === journeyName);
  const [work = '', at = '', number = ''] = stepName.split(' ');
  if (journey === undefined || !journey.operations.includes(work)) throw new Error(`${journeyName} has no ${stepName}`);
  return { journey, step: { work, at, number: Number(number) } };
}

/**
 * The most important cases: money has moved and is not recorded, or is recorded and not reported. None of the `server` cases leaves a claimed
 * job, so no claim has to expire.
 */
export const smokeKillCases = {
  server: [
    killAt('card approved at once', 'payment.init gateway-answered 1'),
    killAt('online banking, from the bill', 'payment.return before-commit 2'),
    killAt('online banking, from the bill', 'post-payment biller-answered 1'),
    killAt('refunded to the card', 'send-refund gateway-answered 1'),
    killAt('counter', 'callback before-commit 1'),
    killAt('pay by mobile', 'dcb.verifyTac before-commit 3'),
  ],
  embedded: [
    killAt('online banking, from the bill', 'payment.init committed 2'),
    killAt('wallet', 'payment.return committed 2'),
  ],
};

export const smokeDisruptionCases = disruptionCases.filter(
  ({ name }) => name === 'the acquirer charges, its response is lost',
);
