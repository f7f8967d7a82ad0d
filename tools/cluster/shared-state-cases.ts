import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { makeIdentity } from '../payer/identity';
import { makeFetchFrom, nextAddress } from '../payer/send-from-address';
import { projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import type { ClusterCase, Outcome } from './failover-cases';
import { backends, sites, type ClusterStack, type ProcessName } from './stack';

/** Look-ups of one address in ten minutes: docs/security.md. */
const lookUpLimit = 20;
/** The config is reloaded every five seconds, and a page takes up to another one. */
const configMs = 6_000;

/** Returns a function that looks up accounts from one address, and claims another one with each request. */
function makeVisitor(stack: ClusterStack) {
  const send = makeFetchFrom(nextAddress(), stack.parts.ca);
  let requests = 0;
  return (accountNumber = makeIdentity().accountNumber, captchaResponse = '') => {
    requests += 1;
    return send(`${stack.site}/api/bill/lookup`, {
      method: 'POST',
      headers: { accept: 'application/json', origin: stack.site, 'x-forwarded-for': `198.51.100.${requests}` },
      body: new URLSearchParams({ accountNumber, captchaResponse }),
    });
  };
}

/** Looks up accounts until a look-up is refused, at most `maximum` times; returns how many were not. */
async function countLookUps(stack: ClusterStack, maximum: number) {
  const lookUp = makeVisitor(stack);
  let passed = 0;
  while (passed < maximum && (await lookUp()).status === 200) passed += 1;
  return passed;
}

/** Runs work, and returns the ports of the sites that answered nginx meanwhile. */
async function recordSites<Result>(stack: ClusterStack, work: () => Promise<Result>) {
  const since = stack.readLog().length;
  const result = await work();
  const log = stack.readLog().slice(since);
  const ports = log.filter(({ port }) => port === stack.parts.ports.https).map(({ asked }) => asked.at(-1) ?? 0);
  return { result, ports };
}

async function shareLimits(stack: ClusterStack): Promise<Outcome> {
  // A site connects to Redis with the first request that it counts.
  const first = makeVisitor(stack);
  await Promise.all(Array.from({ length: 8 }, () => first()));
  await stack.waitForRedisClients();
  const broken: string[] = [];
  const { result: passed, ports } = await recordSites(stack, () => countLookUps(stack, lookUpLimit + 1));
  if (passed !== lookUpLimit) broken.push(`${passed} look-ups passed, not ${lookUpLimit}`);
  const shares = sites.map((name) => ports.filter((port) => port === stack.parts.ports[name]).length);
  if (Math.min(...shares) < lookUpLimit / 3) broken.push(`the sites answered ${shares.join(' and ')}`);

  const lookUp = makeVisitor(stack);
  for (let used = 0; used < lookUpLimit; used += 1) await lookUp();
  const { accountNumber } = makeIdentity();
  const { work } = await (await lookUp(accountNumber)).json();
  const solution = await solveChallenge({ challenge: work.challenge, deriveKey });
  const proof = JSON.stringify({ challenge: work.challenge, solution });
  const tries = await recordSites(stack, async () => {
    const statuses = [];
    for (let times = 0; times < 5; times += 1) statuses.push((await lookUp(accountNumber, proof)).status);
    return statuses.join();
  });
  if (tries.result !== '200,429,429,429,429') broken.push(`one proof of work was answered ${tries.result}`);
  if (new Set(tries.ports).size !== 2) broken.push('the proof was sent to one site only');
  return { broken, note: `${shares.join(' + ')} look-ups, then 429; both sites refuse a spent proof` };
}

async function countWithoutRedis(stack: ClusterStack): Promise<Outcome> {
  const maximum = 2 * lookUpLimit;
  await stack.parts.redis.crash();
  const alone = await countLookUps(stack, maximum + 1);
  await stack.parts.redis.restart();
  await stack.waitForRedisClients();
  const shared = await countLookUps(stack, maximum + 1);
  const broken = [];
  if (alone < lookUpLimit || alone > maximum) broken.push(`${alone} look-ups of one address without Redis`);
  if (shared !== lookUpLimit) broken.push(`${shared} look-ups of one address once Redis is back`);
  return { broken, note: `${alone} without it, ${shared} once it is back` };
}

async function changeConfig(stack: ClusterStack): Promise<Outcome> {
  const send = makeFetchFrom('127.0.0.1', stack.parts.ca);
  const { host } = new URL(stack.site);
  const message = `Counters close early on day ${Date.now() % 1_000}`;
  await stack.control('config', { quickPayCustomMessageEnabled: true, quickPayCustomMessageContent: message });
  const start = performance.now();
  const waitForMessage = async (name: ProcessName) => {
    while (performance.now() - start < configMs) {
      const page = await send(`http://127.0.0.1:${stack.parts.ports[name]}/`, { headers: { host } });
      if ((await page.text()).includes(message)) return performance.now() - start;
      await pause(100);
    }
    return null;
  };
  const times = await Promise.all(sites.map(waitForMessage));
  await stack.control('config', { quickPayCustomMessageEnabled: false, quickPayCustomMessageContent: '' });
  const broken = times.includes(null) ? ['a site does not show the new config'] : [];
  return { broken, note: times.map((ms) => `${((ms ?? NaN) / 1000).toFixed(1)} s`).join(' and ') };
}

async function checkRouting(stack: ClusterStack): Promise<Outcome> {
  const send = makeFetchFrom('127.0.0.1', stack.parts.ca);
  const { site } = stack;
  const { http, https } = stack.parts.ports;
  const callbacks = `https://127.0.0.1:${https}`;
  const broken: string[] = [];
  const expectStatus = async (url: string, status: number, init?: RequestInit) => {
    const response = await send(url, init);
    if (response.status !== status) broken.push(`${url} returns ${response.status}, not ${status}`);
    return response;
  };
  const redirect = await expectStatus(`http://127.0.0.1:${http}/faq?a=1`, 308);
  const location = redirect.headers.get('location');
  if (location !== `${site}/faq?a=1`) broken.push(`http redirects to ${location}`);
  await expectStatus(`${site}/api/health`, 200);
  await expectStatus(`${site}/api/health/ready`, 404);
  await expectStatus(`${site}/`, 421, { headers: { host: 'pay.attacker.example' } });
  for (const path of ['/', '/health', '/sandbox/ledger', '/operator/review', '/apg/util/config']) {
    await expectStatus(callbacks + path, 404);
  }
  const since = stack.readLog().length;
  const body = new URLSearchParams({ fpx_msgType: 'AC' });
  // Refused by the backend, which knows no such payment.
  const refused = await expectStatus(`${callbacks}/callbacks/fpx`, 404, { method: 'POST', body });
  if ((await refused.text()) !== 'REFUSED') broken.push('a callback did not reach a backend');
  const headers = { 'content-type': 'application/json' };
  await expectStatus(`${callbacks}/apg/orders`, 400, { method: 'POST', body: '{}', headers });
  const log = stack.readLog().slice(since);
  if (log.some(({ asked }) => asked.length !== 1)) broken.push('not every call was sent to one backend');
  return { broken, note: '' };
}

async function runDoctor(stack: ClusterStack): Promise<Outcome> {
  const { environments, folder } = stack.parts;
  const { code, output } = await runProgram(
    process.execPath,
    [join(projectRoot, 'tools/start/run.mjs'), 'cli/ops.ts', 'doctor'],
    {
      cwd: projectRoot,
      env: { ...environments['backend-1'], ...environments['site-1'], DATA_DIR: join(folder, 'operator') },
    },
  );
  const lines = output.trimEnd().split('\n');
  const subjects = ['configuration', 'backend', 'contract', 'operator', 'database', 'Redis', 'site', 'origin'];
  const missing = subjects.filter((subject) => !lines.some((line) => line.startsWith(`OK    ${subject}:`)));
  const broken = [
    ...lines.filter((line) => line.startsWith('WRONG')),
    ...missing.map((subject) => `the doctor does not say that the ${subject} is in order`),
  ];
  if (code !== 0) broken.push(`exit code ${code}`);
  return { broken, note: `${lines.length} lines, all OK` };
}

async function checkIsolation(stack: ClusterStack): Promise<Outcome> {
  const { environments, folder } = stack.parts;
  const broken: string[] = [];
  for (const name of sites) {
    if (existsSync(join(folder, name))) broken.push(`${name} has written files`);
    if (environments[name]['DATABASE_URL'] !== undefined) broken.push(`${name} knows the database`);
  }
  for (const name of backends) {
    const files = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).sort();
    if (files.join() !== 'keys,keys/sandbox.json') broken.push(`${name} has ${files.join(', ')}`);
    if (environments[name]['REDIS_URL'] !== undefined) broken.push(`${name} knows Redis`);
  }
  return { broken, note: '' };
}

export const sharedStateCases: readonly ClusterCase[] = [
  { name: 'nginx lets through what it should, and nothing else', run: checkRouting },
  { name: 'limits and spent proofs hold across both sites', run: shareLimits },
  { name: 'without Redis each site counts for itself', run: countWithoutRedis },
  { name: 'a change of the config is seen by both sites', run: changeConfig },
  { name: 'the doctor finds everything in order', run: runDoctor },
];

/** Run after all others. */
export const finalCases: readonly ClusterCase[] = [
  { name: 'no process keeps anything but its keys', run: checkIsolation },
];
