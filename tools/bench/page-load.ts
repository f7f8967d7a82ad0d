import { join } from 'node:path';
import { runProgram } from '../start/run-program.mjs';
import { summariseSpread } from './load';
import { measureWithLowSteal, readCpuTime, readMemory, summariseSteal, type CpuSteal } from './machine';
import type { LoadedPage } from './records';
import { findTool } from './tools';

/** Concurrent requests. */
const connections = 8;

/** A page, the cookies to open it, and its server. */
export interface Target {
  readonly name: string;
  readonly url: string;
  readonly cookie?: string;
  readonly server: { readonly pid: number | undefined };
}

/** Loads a page with autocannon. Throws for any response other than 2xx. Times are in ms. */
export async function loadPage({ url, cookie = '' }: Pick<Target, 'url' | 'cookie'>, seconds: number) {
  const { code, output } = await runProgram(process.execPath, [
    join(findTool('autocannon'), 'autocannon.js'),
    ...['--json', '--no-progress', '--connections', String(connections), '--duration', String(Math.ceil(seconds))],
    ...(cookie === '' ? [] : ['--headers', `cookie=${cookie}`]),
    url,
  ]);
  const report = output.split('\n').find((line) => line.startsWith('{'));
  if (code !== 0 || report === undefined) throw new Error(`${url} could not be loaded:\n${output}`);
  const { '2xx': requests, non2xx, errors, timeouts, duration, latency } = JSON.parse(report);
  if (requests === 0 || non2xx + errors + timeouts > 0) {
    throw new Error(`${url}: ${requests} succeeded, ${non2xx} refused, ${errors} failed, ${timeouts} timed out`);
  }
  return { requests, perSecond: requests / duration, p50: latency.p50, p99: latency.p99 };
}

async function measureOnce(target: Target, seconds: number) {
  const before = readCpuTime(target.server.pid);
  const load = await loadPage(target, seconds);
  const cpuMs = (readCpuTime(target.server.pid) - before) / load.requests;
  return { ...load, cpuMs, memory: readMemory(target.server.pid) };
}

function summarise(name: string, runs: readonly (Awaited<ReturnType<typeof measureOnce>> & CpuSteal)[]): LoadedPage {
  const median = (key: 'p50' | 'p99' | 'cpuMs') => summariseSpread(runs.map((run) => run[key])).median;
  return {
    name,
    perSecond: summariseSpread(runs.map(({ perSecond }) => perSecond)),
    ...{ p50: median('p50'), p99: median('p99'), cpuMs: median('cpuMs') },
    memory: Math.max(...runs.map(({ memory }) => memory)),
    ...summariseSteal(runs),
  };
}

/** Loads warmed-up pages in rounds, every other one in reverse order, so that no page always follows the same one. */
export async function measurePageLoads(
  targets: readonly Target[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<LoadedPage[]> {
  const runs = targets.map((target) => ({ target, results: new Array<Parameters<typeof summarise>[1][number]>() }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { target, results } of round % 2 === 0 ? runs : runs.toReversed()) {
      results.push(await measureWithLowSteal(() => measureOnce(target, seconds)));
    }
  }
  return runs.map(({ target, results }) => summarise(target.name, results));
}
