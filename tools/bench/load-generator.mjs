import { join } from 'node:path';
import { runProgram } from '../start/run-program.mjs';
import { findTool } from './tools.mjs';

/** Requests that are under way at once. */
const connections = 8;

/** @typedef {{ requests: number, perSecond: number, p50: number, p99: number }} PageLoad times in ms */

/**
 * Asks for a page again and again, from a process of its own.
 *
 * @param {{ url: string, cookie?: string }} page
 * @param {number} seconds
 * @returns {Promise<PageLoad>}
 * @throws when any answer is another than 2xx: what is refused quickly is no figure
 */
export async function loadPage({ url, cookie = '' }, seconds) {
  const { code, output } = await runProgram(process.execPath, [
    join(findTool('autocannon'), 'autocannon.js'),
    ...['--json', '--no-progress', '--connections', String(connections), '--duration', String(Math.ceil(seconds))],
    ...(cookie === '' ? [] : ['--headers', `cookie=${cookie}`]),
    url,
  ]);
  const report = output.split('\n').find((line) => line.startsWith('{'));
  if (code !== 0 || report === undefined) throw new Error(`the load of ${url} came to nothing:\n${output}`);
  const { '2xx': answered, non2xx, errors, timeouts, duration, latency } = JSON.parse(report);
  if (answered === 0 || non2xx + errors + timeouts > 0) {
    throw new Error(`${url}: ${answered} answered, ${non2xx} refused, ${errors} failed, ${timeouts} too late`);
  }
  return { requests: answered, perSecond: answered / duration, p50: latency.p50, p99: latency.p99 };
}
