import { judgeAll } from '../faults/judge.mjs';
import { payInBrowsers } from './browsers.mjs';
import { payingCases } from './cases.mjs';
import { afterwards, doorCases } from './doors.mjs';

/** @typedef {import('./stack.mjs').ClusterStack} ClusterStack */
/** @typedef {import('./cases.mjs').ClusterCase} ClusterCase */
/** @typedef {import('../faults/judge.mjs').CaseResult} CaseResult */
/** @typedef {import('../faults/judge.mjs').PlayedCase} PlayedCase */

/** @param {CaseResult} result */
function describe({ name, broken, seconds, note }) {
  const line = `${broken.length === 0 ? '✓' : '✗'} ${seconds.toFixed(1).padStart(6)} s  ${name.padEnd(62)}  ${note}`;
  return [line.trimEnd(), ...broken.map((what) => `    ${what}`)].join('\n');
}

/**
 * @param {ClusterStack} stack
 * @param {ClusterCase} one
 * @param {(line: string) => void} say
 * @returns {Promise<PlayedCase>}
 */
async function playCase(stack, { name, play }, say) {
  const began = performance.now();
  /** @type {import('./cases.mjs').Played} */
  const played = await play(stack).catch((error) => ({ broken: [String(error)], note: '' }));
  const { visits = [], broken, note } = played;
  const result = { name, broken, note, seconds: (performance.now() - began) / 1000 };
  if (broken.length > 0) say(stack.lines.slice(-20).join('\n'));
  say(describe(result));
  const seen = visits.flatMap(({ payer: { refid }, email, ends }) => (refid === null ? [] : [{ refid, email, ends }]));
  return { result, visits: seen };
}

/**
 * Whatever was paid stands in the books, and in no log of nginx.
 *
 * @param {ClusterStack} stack
 * @param {readonly PlayedCase[]} played
 * @returns {Promise<CaseResult>}
 */
async function lookIntoBooks(stack, played) {
  const { payments, credits, balanced } = await stack.control('ledger');
  const refids = played.flatMap(({ visits }) => visits.map(({ refid }) => refid));
  const credited = new Set(credits.map((/** @type {{ refid: string }} */ { refid }) => refid));
  const lost = refids.filter((refid) => !credited.has(refid));
  const broken = balanced ? [] : ['the ledger does not balance'];
  if (lost.length > 0) broken.push(`${lost.length} of ${refids.length} payments stand in no book`);
  const files = stack.readNginxFiles();
  const named = refids.filter((refid) => files.some((text) => text.includes(refid)));
  if (named.length > 0) broken.push(`nginx has written the names of ${named.length} payments`);
  const sum = credits.reduce(
    (/** @type {number} */ total, /** @type {{ amount: number }} */ { amount }) => total + amount,
    0,
  );
  const note = `${payments.length} payments, ${credits.length} credits, RM${(sum / 100).toFixed(2)}`;
  return { name: 'the ledger balances, and no payment is lost', broken, note, seconds: 0 };
}

/**
 * Plays everything that is to hold of a cluster, and judges its books.
 *
 * @param {ClusterStack} stack
 * @param {string} only text that a case's name must have
 * @param {(line: string) => void} say
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function playCluster(stack, only, say) {
  const wanted = (/** @type {ClusterCase} */ { name }) => name.includes(only);
  /** @type {CaseResult[]} */
  const results = [];
  for (const one of doorCases.filter(wanted)) results.push((await playCase(stack, one, say)).result);
  let browsers = { passed: 0, failed: 0, output: '' };
  if ('journeys in a browser'.includes(only)) {
    browsers = await payInBrowsers(stack, say);
    if (browsers.failed > 0) say(browsers.output.trimEnd());
    say(`${browsers.failed === 0 ? '✓' : '✗'} ${browsers.passed} journeys in a browser, over TLS and HTTP/2`);
  }
  /** @type {PlayedCase[]} */
  const played = [];
  for (const one of payingCases.filter(wanted)) played.push(await playCase(stack, one, say));
  say('Twelve days go by, and the books are judged …');
  const judged = await judgeAll(stack, played);
  for (const { name, broken } of judged) {
    const before = played.find(({ result }) => result.name === name)?.result.broken ?? [];
    const more = broken.filter((what) => !before.includes(what));
    if (more.length > 0) say([`✗ ${name}`, ...more.map((what) => `    ${what}`)].join('\n'));
  }
  results.push(...judged);
  const books = await lookIntoBooks(stack, played);
  say(describe(books));
  results.push(books);
  for (const one of afterwards.filter(wanted)) results.push((await playCase(stack, one, say)).result);
  const failed = results.filter(({ broken }) => broken.length > 0).length;
  return { passed: results.length - failed + browsers.passed, failed: failed + browsers.failed };
}
