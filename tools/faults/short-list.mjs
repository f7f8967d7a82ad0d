import { journeys } from './journeys.mjs';
import { otherCases } from './other-cases.mjs';

/** @typedef {import('./kill-cases.mjs').KillCase} KillCase */

/**
 * @param {string} journeyName
 * @param {string} stepName
 * @returns {KillCase}
 */
function killAt(journeyName, stepName) {
  const journey = journeys.find(({ name }) => name === journeyName);
  const [work = '', at = '', number = ''] = stepName.split(' ');
  if (journey === undefined || !journey.works.includes(work)) throw new Error(`${journeyName} has no ${stepName}`);
  return { journey, step: { work, at, number: Number(number) } };
}

/**
 * The few that tell most in little time: the money has moved and nobody has written it down, or it is written down and nobody was told.
 * On a server none of them leaves work claimed, which would be waited for.
 */
export const shortKillCases = {
  server: [
    killAt('card approved at once', 'payment.init gateway-answered 1'),
    killAt('online banking, from the bill', 'payment.return before-commit 2'),
    killAt('counter', 'callback before-commit 1'),
    killAt('pay by mobile', 'dcb.verifyTac before-commit 3'),
  ],
  embedded: [
    killAt('online banking, from the bill', 'payment.init committed 2'),
    killAt('wallet', 'payment.return committed 2'),
  ],
};

export const shortOtherCases = otherCases.filter(({ name }) => name === 'the acquirer charges, its answer is lost');
