import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { makeSubject } from '../faults/journeys.mjs';
import { projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import { chooseAddress, sendFrom } from './sender.mjs';

/** @typedef {import('./cases.mjs').ClusterCase} ClusterCase */
/** @typedef {import('./stack.mjs').ClusterStack} ClusterStack */

/** Look-ups of one address in ten minutes: docs/security.md. */
const freeLookUps = 20;
/** A change of the config is seen after five seconds at most; and as long as a page may take. */
const configMs = 6_000;

/**
 * Somebody who looks accounts up, each as another address if one believes what is claimed.
 *
 * @param {ClusterStack} stack
 */
function makeVisitor(stack) {
  const send = sendFrom(chooseAddress(), stack.ca);
  let claims = 0;
  /** @param {string} accountNumber @param {string} [captchaResponse] */
  return async (accountNumber, captchaResponse = '') => {
    claims += 1;
    const answer = await send(`${stack.site}/api/bill/lookup`, {
      method: 'POST',
      headers: { accept: 'application/json', origin: stack.site, 'x-forwarded-for': `198.51.100.${claims}` },
      body: new URLSearchParams({ accountNumber, captchaResponse }),
    });
    return { status: answer.status, said: await answer.json() };
  };
}

/**
 * The sites that answered what was asked of nginx meanwhile, one for each answer.
 *
 * @template Done
 * @param {ClusterStack} stack
 * @param {() => Promise<Done>} work
 */
async function watchSites(stack, work) {
  const since = stack.readLog().length;
  const done = await work();
  const log = stack.readLog().slice(since);
  const asked = log.filter(({ port }) => port === stack.ports.https).map(({ asked: ports }) => ports.at(-1) ?? 0);
  return { done, asked };
}

/** @type {ClusterCase['play']} */
async function countTogether(stack) {
  // A site connects to Redis when it first counts something.
  const first = makeVisitor(stack);
  await Promise.all(Array.from({ length: 8 }, () => first(makeSubject().accountNumber)));
  await stack.shares();
  const lookUp = makeVisitor(stack);
  /** @type {string[]} */
  const broken = [];
  const { done, asked } = await watchSites(stack, async () => {
    const statuses = [];
    for (let index = 0; index <= freeLookUps; index += 1)
      statuses.push((await lookUp(makeSubject().accountNumber)).status);
    return statuses;
  });
  if (done.filter((status) => status === 200).length !== freeLookUps || done.at(-1) !== 429) {
    broken.push(`of ${done.length} look-ups were answered ${done.join(', ')}`);
  }
  const shares = [stack.ports['site-1'], stack.ports['site-2']].map(
    (site) => asked.filter((port) => port === site).length,
  );
  if (Math.min(...shares) < freeLookUps / 3) broken.push(`the sites answered ${shares.join(' and ')}`);

  const { accountNumber } = makeSubject();
  const { challenge } = (await lookUp(accountNumber)).said.work;
  const solution = await solveChallenge({ challenge, deriveKey });
  const proof = JSON.stringify({ challenge, solution });
  const tries = await watchSites(stack, async () => {
    const statuses = [];
    for (let times = 0; times < 5; times += 1) statuses.push((await lookUp(accountNumber, proof)).status);
    return statuses;
  });
  if (tries.done.join() !== '200,429,429,429,429')
    broken.push(`one proof of work was answered ${tries.done.join(', ')}`);
  if (new Set(tries.asked).size !== 2) broken.push('the proof came to one site alone');
  return { broken, note: `${shares.join(' + ')} look-ups, then 429; a spent proof is refused by both sites` };
}

/** @type {ClusterCase['play']} */
async function countAlone(stack) {
  await stack.redis.crash();
  const lookUp = makeVisitor(stack);
  let passed = 0;
  const most = 2 * freeLookUps;
  while (passed <= most && (await lookUp(makeSubject().accountNumber)).status === 200) passed += 1;
  await stack.redis.restart();
  await stack.shares();
  const again = makeVisitor(stack);
  let shared = 0;
  while (shared <= most && (await again(makeSubject().accountNumber)).status === 200) shared += 1;
  const broken = [];
  if (passed < freeLookUps || passed > most) broken.push(`${passed} look-ups of one address without Redis`);
  if (shared !== freeLookUps) broken.push(`${shared} look-ups of one address once Redis is back`);
  return { broken, note: `${passed} without it, ${shared} once it is back` };
}

/** @type {ClusterCase['play']} */
async function changeConfig(stack) {
  const send = sendFrom('127.0.0.1', stack.ca);
  const message = `Counters close early on day ${Date.now() % 1_000}`;
  await stack.control('config', { quickPayCustomMessageEnabled: true, quickPayCustomMessageContent: message });
  const began = performance.now();
  /** @param {'site-1' | 'site-2'} name */
  const untilSeen = async (name) => {
    const host = new URL(stack.site).host;
    while (performance.now() - began < configMs) {
      const page = await send(`http://127.0.0.1:${stack.ports[name]}/`, { headers: { host } });
      if ((await page.text()).includes(message)) return performance.now() - began;
      await pause(100);
    }
    return null;
  };
  const seen = await Promise.all([untilSeen('site-1'), untilSeen('site-2')]);
  await stack.control('config', { quickPayCustomMessageEnabled: false, quickPayCustomMessageContent: '' });
  const broken = seen.includes(null) ? ['a site does not see what has changed'] : [];
  return { broken, note: seen.map((ms) => `${((ms ?? NaN) / 1000).toFixed(1)} s`).join(' and ') };
}

/** @type {ClusterCase['play']} */
async function knockAtDoors(stack) {
  const send = sendFrom('127.0.0.1', stack.ca);
  const { ports, site } = stack;
  const callbacks = `https://127.0.0.1:${ports.https}`;
  const plain = `http://127.0.0.1:${ports.http}`;
  /** @type {string[]} */
  const broken = [];
  /** @param {string} url @param {number} status @param {RequestInit} [how] */
  const expect = async (url, status, how) => {
    const answer = await send(url, how);
    if (answer.status !== status) broken.push(`${url} answers ${answer.status}, not ${status}`);
    return answer;
  };
  const moved = await expect(`${plain}/faq?a=1`, 308);
  if (moved.headers.get('location') !== `${site}/faq?a=1`)
    broken.push(`http leads to ${moved.headers.get('location')}`);
  await expect(`${site}/api/health`, 200);
  await expect(`${site}/api/health/ready`, 404);
  await expect(`${site}/`, 421, { headers: { host: 'pay.attacker.example' } });
  for (const path of ['/', '/health', '/sandbox/ledger', '/operator/review', '/apg/util/config']) {
    await expect(callbacks + path, 404);
  }
  const since = stack.readLog().length;
  const body = new URLSearchParams({ fpx_msgType: 'AC' });
  // By the backend, which knows no such payment.
  const refused = await expect(`${callbacks}/callbacks/fpx`, 404, { method: 'POST', body });
  if ((await refused.text()) !== 'REFUSED') broken.push('a callback came to no backend');
  await expect(`${callbacks}/apg/orders`, 400, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  if (
    stack
      .readLog()
      .slice(since)
      .some(({ asked }) => asked.length !== 1)
  )
    broken.push('not every call came to one backend');
  return { broken, note: '' };
}

/** @type {ClusterCase['play']} */
async function askDoctor(stack) {
  const program = join(projectRoot, 'tools/start/run.mjs');
  const { code, output } = await runProgram(process.execPath, [program, 'tools/operate/ops.ts', 'doctor'], {
    cwd: projectRoot,
    env: stack.operator,
  });
  const lines = output.trimEnd().split('\n');
  const wanted = ['configuration', 'backend', 'contract', 'operator', 'database', 'Redis', 'site', 'origin'];
  const broken = [
    ...lines.filter((line) => line.startsWith('WRONG')),
    ...wanted
      .filter((about) => !lines.some((line) => line.startsWith(`OK    ${about}:`)))
      .map((about) => `no line says that the ${about} is in order`),
  ];
  if (code !== 0) broken.push(`exit code ${code}`);
  return { broken, note: `${lines.length} lines, all OK` };
}

/** @type {ClusterCase['play']} */
async function lookIntoFolders(stack) {
  /** @type {string[]} */
  const broken = [];
  for (const name of ['site-1', 'site-2']) {
    if (existsSync(join(stack.folder, name))) broken.push(`${name} has written files`);
  }
  for (const name of ['backend-1', 'backend-2']) {
    const files = readdirSync(join(stack.folder, name), { recursive: true, encoding: 'utf8' }).sort();
    if (files.join() !== 'keys,keys/sandbox.json') broken.push(`${name} has ${files.join(', ')}`);
  }
  const { environments } = stack;
  for (const name of /** @type {const} */ (['site-1', 'site-2'])) {
    if (environments[name]['DATABASE_URL'] !== undefined) broken.push(`${name} knows the database`);
  }
  for (const name of /** @type {const} */ (['backend-1', 'backend-2'])) {
    if (environments[name]['REDIS_URL'] !== undefined) broken.push(`${name} knows Redis`);
  }
  return { broken, note: '' };
}

/** @type {readonly ClusterCase[]} */
export const doorCases = [
  { name: 'nginx lets through what it should, and nothing else', play: knockAtDoors },
  { name: 'limits and spent proofs hold across both sites', play: countTogether },
  { name: 'without Redis each site counts for itself', play: countAlone },
  { name: 'a change of the config is seen by both sites', play: changeConfig },
  { name: 'the doctor finds everything in order', play: askDoctor },
];

/** @type {readonly ClusterCase[]} */
export const afterwards = [{ name: 'no process keeps anything but its keys', play: lookIntoFolders }];
