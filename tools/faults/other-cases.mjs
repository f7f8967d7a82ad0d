import { setTimeout as pause } from 'node:timers/promises';
import { findLies } from './judge.mjs';
import { makeOrder, makeSubject, ways } from './journeys.mjs';
import { warmUp } from './kill-cases.mjs';
import { pay } from './paying.mjs';

/** @typedef {import('./stack.mjs').Stack} Stack */
/** @typedef {import('./payer.mjs').Page} Page */
/** @typedef {import('./payer.mjs').Payer} Payer */
/** @typedef {import('./judge.mjs').CaseResult} CaseResult */
/** @typedef {import('./judge.mjs').PlayedCase} PlayedCase */
/** @typedef {import('../test/postgres-cluster.mjs').Cluster} Cluster */
/** How long the other backend's death is waited for, ms. */
const deathMs = 20_000;

/** @typedef {{ payer: Payer, email: string, ends: 'paid' | 'unpaid' | 'either' }} Visit */

/**
 * @typedef {object} OtherCase
 * @property {string} name
 * @property {(stack: Stack, cluster: Cluster) => Promise<{ visits: readonly Visit[], broken: readonly string[] }>} play
 */

/**
 * A payer who pays a fresh order, with what happens elsewhere meanwhile.
 *
 * @param {Stack} stack
 * @param {Record<string, string>} choice
 * @param {Partial<import('./habits.mjs').Plan>} [more]
 * @returns {Promise<Visit>}
 */
async function payOne(stack, choice, more = {}) {
  const subject = makeSubject();
  const payer = await pay(stack, { start: await makeOrder(stack, subject), choice, ...subject, ...more });
  return { payer, email: subject.email, ends: 'paid' };
}

/**
 * The site dies while the backend takes its time over a call; the payer sends the same form, or return, again.
 *
 * @param {string} call
 * @returns {OtherCase['play']}
 */
function killSiteDuring(call) {
  return async (stack) => {
    const { site } = stack.processes;
    const deathsBefore = site.deaths.length;
    await stack.control('faults', { call, mode: 'slow' });
    let isOrdered = false;
    const visit = await payOne(stack, ways.fpx, {
      onPage(page) {
        const isAbout =
          call === 'payment.init' ? page.html.includes('/api/payment/pay') : page.html.includes('/bankResult');
        if (!isAbout || isOrdered) return;
        isOrdered = true;
        // The form is on its way, and its answer takes six seconds.
        setTimeout(() => site.send('SIGKILL'), 1_500);
      },
    });
    const deaths = site.deaths.slice(deathsBefore);
    const broken =
      deaths.length === 1 && deaths[0] === 'SIGKILL' ? [] : [`the site died of ${deaths.join(', ') || 'nothing'}`];
    const { attempts } = await stack.findPayment(visit.payer.refid ?? '');
    if (attempts.length !== 1) broken.push(`${attempts.length} attempts of one form`);
    return { visits: [visit], broken };
  };
}

/**
 * The server of the store ends all connections, and serves again, while payers pay; the backend goes on.
 *
 * @param {'fast' | 'immediate'} how
 * @returns {OtherCase['play']}
 */
function restartStore(how) {
  return async (stack, cluster) => {
    const { backend } = stack.processes;
    const deathsBefore = backend.deaths.length;
    let isOver = false;
    const keepPaying = async () => {
      /** @type {Visit[]} */
      const visits = [];
      // Many wait at once, and each moves the one clock: an order may well expire.
      do visits.push({ ...(await payOne(stack, ways.fpx)), ends: 'either' });
      while (!isOver);
      return visits;
    };
    const payers = Array.from({ length: 6 }, keepPaying);
    for (let times = 0; times < 3; times += 1) {
      await pause(400);
      await cluster.restart(how);
    }
    isOver = true;
    const visits = (await Promise.all(payers)).flat();
    visits.push(await payOne(stack, ways.card));
    const deaths = backend.deaths.slice(deathsBefore);
    return { visits, broken: deaths.length === 0 ? [] : [`the backend died of ${deaths.join(', ')}`] };
  };
}

/**
 * @param {import('./gateway-line.mjs').LineState} state
 * @param {Record<string, string>} choice
 * @param {(page: Page) => boolean} isMoment when the line becomes so; it is open again once the payer is told 'pending'
 * @returns {OtherCase['play']}
 */
function disturbLine(state, choice, isMoment) {
  return async (stack) => {
    let isOver = false;
    try {
      const visit = await payOne(stack, choice, {
        onPage(page) {
          if (page.shown === 'pending') {
            isOver = true;
            stack.line.set('open');
          } else if (!isOver && isMoment(page)) {
            stack.line.set(state);
          }
        },
      });
      const isTold = state === 'slow' || visit.payer.told.includes('pending');
      return { visits: [visit], broken: isTold ? [] : ['the payer was not told that it is pending'] };
    } finally {
      stack.line.set('open');
    }
  };
}

const showsPayForm = (/** @type {Page} */ { html }) => html.includes('action="/api/payment/pay"');
const showsWayBack = (/** @type {Page} */ { html }) => html.includes('/bankResult');

/**
 * Of two backends on one store, one claims due work and dies with it; the other, which hung meanwhile, does it.
 *
 * @param {Stack} stack
 */
async function killOneOfTwo(stack) {
  const { backend } = stack.processes;
  /** @type {Visit[]} */
  const visits = [];
  for (let payers = 0; payers < 12; payers += 1) visits.push(await payOne(stack, ways.fpx, { leaves: true }));
  const other = await stack.startAnotherBackend();
  await stack.control('steps', { killAt: { work: 'expire-order', at: 'gateway-answered', number: 1 } }, other.url);
  backend.send('SIGSTOP');
  // Nobody answers this.
  void fetch(`${other.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 'PT16M' }),
  }).catch(() => null);
  const how = await Promise.race([other.ended, pause(deathMs, 'nothing')]);
  backend.send('SIGCONT');
  // It learns here that the sandbox's clock was moved meanwhile.
  await stack.control('clock', { advance: 'PT0S' });
  return { visits, broken: how === 'SIGKILL' ? [] : [`the other backend died of ${how}`] };
}

/** @type {readonly OtherCase[]} */
export const otherCases = [
  { name: 'two backends, one dies with claimed work', play: killOneOfTwo },
  { name: 'the site dies while a payment begins', play: killSiteDuring('payment.init') },
  { name: 'the site dies while a return is taken', play: killSiteDuring('payment.return') },
  { name: 'the gateways cannot be reached as the payer returns', play: disturbLine('cut', ways.fpx, showsWayBack) },
  { name: 'the acquirer charges, its answer is lost', play: disturbLine('mute', ways.cardAtOnce, showsPayForm) },
  { name: 'the gateways are slow', play: disturbLine('slow', ways.card, showsPayForm) },
  { name: 'PostgreSQL is restarted, fast', play: restartStore('fast') },
  { name: 'PostgreSQL crashes and recovers', play: restartStore('immediate') },
];

/**
 * Plays cases on one stack; the books are still to be judged.
 *
 * @param {Stack} stack
 * @param {Cluster} cluster
 * @param {readonly OtherCase[]} cases
 * @param {(result: CaseResult) => void} tell
 * @returns {Promise<PlayedCase[]>}
 */
export async function playOtherCases(stack, cluster, cases, tell) {
  await warmUp(stack);
  /** @type {PlayedCase[]} */
  const played = [];
  for (const { name, play } of cases) {
    const before = performance.now();
    const { visits, broken } = await play(stack, cluster).catch((error) => ({ visits: [], broken: [String(error)] }));
    const lies = await Promise.all(visits.map(({ payer }) => findLies(stack, payer)));
    const seconds = (performance.now() - before) / 1000;
    const note = [...new Set(visits.map(({ payer }) => payer.told.join(' → ') || 'left'))].slice(0, 3).join('; ');
    const result = { name, broken: [...broken, ...lies.flat()], seconds, note };
    const seen = visits.flatMap(({ payer: { refid }, email, ends }) =>
      refid === null ? [] : [{ refid, email, ends }],
    );
    played.push({ result, visits: seen });
    tell(result);
  }
  return played;
}
