import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { choices, createOrder, makeIdentity } from '../payer/identity';
import { makeFetchFrom, nextAddress } from '../payer/send-from-address';
import { projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import type { ClusterCase, Outcome } from './failover-cases';
import { backends, sites, type ClusterStack, type ProcessName } from './stack';
import { describeFailedRequest, makePayer, type FailedRequest } from './traffic';

/** Look-ups from one address in ten minutes: docs/security.md. */
const lookupLimit = 20;
/** Requests of one address that nginx has in progress at the same time: deploy/nginx.conf. */
const inProgressLimit = 32;
/** Milliseconds: the config is reloaded every five seconds, and a page takes up to one. */
const configTimeoutMs = 6_000;

/** Returns a function that looks up accounts from one address, with a different forged X-Forwarded-For in each request. */
function makeLookUpClient(stack: ClusterStack) {
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

/** Looks up accounts until one look-up is refused, at most `maximum` times; returns how many succeeded. */
async function countLookups(stack: ClusterStack, maximum: number) {
  const lookUp = makeLookUpClient(stack);
  let succeeded = 0;
  while (succeeded < maximum && (await lookUp()).status === 200) succeeded += 1;
  return succeeded;
}

/** Calls `callback`; returns its result, and the ports of the sites that answered nginx meanwhile. */
async function recordSites<Result>(stack: ClusterStack, callback: () => Promise<Result>) {
  const since = stack.readLog().length;
  const result = await callback();
  const log = stack.readLog().slice(since);
  const ports = log
    .filter(({ port }) => port === stack.parts.ports.https)
    .map(({ upstreamPorts }) => upstreamPorts.at(-1) ?? 0);
  return { result, ports };
}

async function shareLimits(stack: ClusterStack): Promise<Outcome> {
  // A site connects to Redis at its first rate-limited request.
  const warmUp = makeLookUpClient(stack);
  await Promise.all(Array.from({ length: 8 }, () => warmUp()));
  await stack.waitForRedisClients();
  const failures: string[] = [];
  const { result: succeeded, ports } = await recordSites(stack, () => countLookups(stack, lookupLimit + 1));
  if (succeeded !== lookupLimit) failures.push(`${succeeded} look-ups succeeded, not ${lookupLimit}`);
  const shares = sites.map((name) => ports.filter((port) => port === stack.parts.ports[name]).length);
  if (Math.min(...shares) < lookupLimit / 3) failures.push(`the sites answered ${shares.join(' and ')}`);

  const lookUp = makeLookUpClient(stack);
  for (let used = 0; used < lookupLimit; used += 1) await lookUp();
  const { accountNumber } = makeIdentity();
  const { proofOfWork: work } = await (await lookUp(accountNumber)).json();
  const solution = await solveChallenge({ challenge: work.challenge, deriveKey });
  const proof = JSON.stringify({ challenge: work.challenge, solution });
  const tries = await recordSites(stack, async () => {
    const statuses = [];
    for (let times = 0; times < 5; times += 1) statuses.push((await lookUp(accountNumber, proof)).status);
    return statuses.join();
  });
  if (tries.result !== '200,429,429,429,429') failures.push(`one proof of work got ${tries.result}`);
  if (new Set(tries.ports).size !== 2) failures.push('the proof was sent to one site only');
  return { failures, note: `${shares.join(' + ')} look-ups, then 429; both sites refuse a used proof` };
}

async function countWithoutRedis(stack: ClusterStack): Promise<Outcome> {
  const maximum = 2 * lookupLimit;
  await stack.parts.redis.crash();
  const isolated = await countLookups(stack, maximum + 1);
  await stack.parts.redis.restart();
  await stack.waitForRedisClients();
  const shared = await countLookups(stack, maximum + 1);
  const failures = [];
  if (isolated < lookupLimit || isolated > maximum)
    failures.push(`${isolated} look-ups from one address without Redis`);
  if (shared !== lookupLimit) failures.push(`${shared} look-ups from one address after the restart of Redis`);
  return { failures, note: `${isolated} without Redis, ${shared} after its restart` };
}

async function changeConfig(stack: ClusterStack): Promise<Outcome> {
  const send = makeFetchFrom('127.0.0.1', stack.parts.ca);
  const { host } = new URL(stack.site);
  const message = `Counters close early on day ${Date.now() % 1_000}`;
  await stack.control('config', { quickPayCustomMessageEnabled: true, quickPayCustomMessageContent: message });
  const start = performance.now();
  const waitForMessage = async (name: ProcessName) => {
    while (performance.now() - start < configTimeoutMs) {
      const page = await send(`http://127.0.0.1:${stack.parts.ports[name]}/`, { headers: { host } });
      if ((await page.text()).includes(message)) return performance.now() - start;
      await pause(100);
    }
    return null;
  };
  const times = await Promise.all(sites.map(waitForMessage));
  await stack.control('config', { quickPayCustomMessageEnabled: false, quickPayCustomMessageContent: '' });
  const failures = times.includes(null) ? ['a site does not show the new config'] : [];
  return { failures, note: times.map((ms) => `${((ms ?? NaN) / 1000).toFixed(1)} s`).join(' and ') };
}

async function checkRouting(stack: ClusterStack): Promise<Outcome> {
  const send = makeFetchFrom('127.0.0.1', stack.parts.ca);
  const { site } = stack;
  const { http, https } = stack.parts.ports;
  const callbacks = `https://127.0.0.1:${https}`;
  const failures: string[] = [];
  const expectStatus = async (url: string, status: number, init?: RequestInit) => {
    const response = await send(url, init);
    if (response.status !== status) failures.push(`${url} returns ${response.status}, not ${status}`);
    return response;
  };
  const redirect = await expectStatus(`http://127.0.0.1:${http}/faq?a=1`, 308);
  const location = redirect.headers.get('location');
  if (location !== `${site}/faq?a=1`) failures.push(`http redirects to ${location}`);
  await expectStatus(`${site}/api/health`, 200);
  await expectStatus(`${site}/api/health/ready`, 404);
  await expectStatus(`${site}/`, 421, { headers: { host: 'pay.attacker.example' } });
  for (const path of ['/', '/health', '/sandbox/ledger', '/operator/review', '/apg/util/config']) {
    await expectStatus(callbacks + path, 404);
  }
  // nginx resolves a path to choose its route; a backend must get the path that was chosen.
  const disguised = await expectStatus(`${callbacks}/sandbox/payments/..%2f..%2fcallbacks%2ffpx`, 404);
  if (!(await disguised.text()).includes('"code":"not-found"'))
    failures.push('a path of the sandbox reached a backend');
  // All that the site keeps in one browser.
  await expectStatus(`${site}/api/health`, 200, { headers: { cookie: `ebill-own=${'a'.repeat(15_000)}` } });
  const since = stack.readLog().length;
  const body = new URLSearchParams({ fpx_msgType: 'AC' });
  // The backend refuses a callback of an unknown payment.
  const refused = await expectStatus(`${callbacks}/callbacks/fpx`, 404, { method: 'POST', body });
  if ((await refused.text()) !== 'REFUSED') failures.push('a callback did not reach a backend');
  const headers = { 'content-type': 'application/json' };
  await expectStatus(`${callbacks}/apg/orders`, 400, { method: 'POST', body: '{}', headers });
  const log = stack.readLog().slice(since);
  if (log.some(({ upstreamPorts }) => upstreamPorts.length !== 1))
    failures.push('a call was not sent to exactly one backend');
  return { failures, note: '' };
}

/** Sends a request as it is to a host behind nginx; resolves when the connection is closed. */
function sendRaw({ parts: { ca, ports } }: ClusterStack, request: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: ports.https, host: '127.0.0.1', servername: 'localhost', ca }, () =>
      socket.write(request),
    );
    socket
      .on('error', () => undefined)
      .on('close', () => resolve())
      .resume();
  });
}

/** Expects that no request counts as a failure of a process, and that payers are served meanwhile. */
async function expectNoFailures(stack: ClusterStack, send: () => Promise<void>): Promise<Outcome> {
  const since = stack.readLog().length;
  await send();
  const succeeded = await countLookups(stack, 4);
  const failed = stack
    .readLog()
    .slice(since)
    .filter(({ status }) => status === 502).length;
  const failures = failed === 0 ? [] : [`nginx took ${failed} requests for failures of a process`];
  if (succeeded < 4) failures.push(`${succeeded} of 4 look-ups succeeded`);
  return { failures, note: '' };
}

function refuseMalformedRequests(stack: ClusterStack): Promise<Outcome> {
  const body = 'b'.repeat(60_000);
  const malformed = (host: string) =>
    `POST /callbacks/x HTTP/1.1\r\nHost: ${host}\r\nX-A: a\u0001b\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const hosts = [new URL(stack.site).host, '127.0.0.1'];
  return expectNoFailures(stack, async () => {
    for (let times = 0; times < 20; times += 1) await Promise.all(hosts.map((host) => sendRaw(stack, malformed(host))));
  });
}

/** A response can repeat the query, percent-encoded: its head must fit nginx's buffer. */
function respondWithLargeHeads(stack: ClusterStack): Promise<Outcome> {
  const { host } = new URL(stack.site);
  const query = `a=${'"'.repeat(7_500)}`;
  const paths = ['/', '/home', '/help/', '//', '/pay/ebill', '/epayment/entry', '/epayment/x', '/bankResultFPX'];
  return expectNoFailures(stack, async () => {
    for (const path of paths)
      for (const header of ['', 'RSC: 1\r\n'])
        await sendRaw(stack, `GET ${path}?${query} HTTP/1.1\r\nHost: ${host}\r\n${header}Connection: close\r\n\r\n`);
  });
}

/** One address sends more requests at the same time than are allowed: it is told to wait, and another address is served. */
async function limitRequestsInProgress(stack: ClusterStack): Promise<Outcome> {
  const { site } = stack;
  const [flood, other] = [nextAddress(), nextAddress()].map((address) => makeFetchFrom(address, stack.parts.ca));
  if (flood === undefined || other === undefined) throw new Error('no addresses');
  const repeat = <Result>(times: number, send: () => Promise<Result>) =>
    Promise.all(Array.from({ length: times }, send));
  const [pages, view] = await Promise.all([repeat(4 * inProgressLimit, () => flood(site)), other(site)]);
  const count = (responses: readonly Response[], status: number) =>
    responses.filter((response) => response.status === status).length;
  const [served, refused] = [count(pages, 200), pages.filter(({ status }) => status === 429)];
  const failures: string[] = [];
  if (served < inProgressLimit || refused.length === 0 || served + refused.length !== pages.length)
    failures.push(`${served} pages, ${refused.length} refused, of ${pages.length}`);
  if (refused.some(({ headers }) => headers.get('retry-after') !== '5')) failures.push('no Retry-After');
  if (view.status !== 200) failures.push(`another address got ${view.status}`);
  const [file] = /\/_next\/static\/[\w./-]+\.js/.exec(await view.text()) ?? [];
  if (file === undefined) throw new Error('the page has no script');
  const files = await repeat(4 * inProgressLimit, () => flood(site + file));
  if (count(files, 200) < files.length) failures.push(`${count(files, 200)} of ${files.length} files`);
  return { failures, note: `${served} pages of ${pages.length} at once, ${files.length} files` };
}

const hangingPayers = 8;
/** Milliseconds between two views of the first page by another payer. */
const viewIntervalMs = 250;

/** While the gateways hang, payers by card get an answer, and nobody else notices. */
async function hangGateways(stack: ClusterStack): Promise<Outcome> {
  const { banks } = stack.parts.servers;
  const failed: FailedRequest[] = [];
  const openPayment = async () => {
    const [payer, identity] = [makePayer(stack, (failure) => failed.push(failure)), makeIdentity()];
    const { url, status, forms } = await payer.open(await createOrder(stack, identity));
    const form = forms.find(({ action }) => new URL(action).pathname === '/api/payment/pay');
    if (form === undefined) throw new Error(`no payment form at ${url} (${status})`);
    return () => payer.submit(form, { ...choices.card, userEmailAddress: identity.email });
  };
  const submits = await Promise.all(Array.from({ length: hangingPayers }, openPayment));
  const other = makePayer(stack, (failure) => failed.push(failure));
  const start = performance.now();
  let [seconds, worstMs] = [0, 0];
  banks.send('SIGSTOP');
  try {
    const waiting = Promise.all(submits.map((submit) => submit())).finally(() => {
      seconds = (performance.now() - start) / 1000;
    });
    while (seconds === 0) {
      const viewStart = performance.now();
      await other.open('/');
      worstMs = Math.max(worstMs, performance.now() - viewStart);
      await pause(viewIntervalMs);
    }
    await waiting;
  } finally {
    banks.send('SIGCONT');
  }
  const failures = [...new Set(failed.map(describeFailedRequest))];
  const note = `answers after ${seconds.toFixed(1)} s at most; others waited ${worstMs.toFixed(0)} ms at most`;
  return { failures, note };
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
  const failures = [
    ...lines.filter((line) => line.startsWith('WRONG')),
    ...missing.map((subject) => `the doctor does not report OK for: ${subject}`),
  ];
  if (code !== 0) failures.push(`exit code ${code}`);
  return { failures, note: `${lines.length} lines, all OK` };
}

async function checkIsolation(stack: ClusterStack): Promise<Outcome> {
  const { environments, folder } = stack.parts;
  const failures: string[] = [];
  for (const name of sites) {
    if (existsSync(join(folder, name))) failures.push(`${name} has written files`);
    if (environments[name]['DATABASE_URL'] !== undefined) failures.push(`${name} has the URL of the database`);
  }
  for (const name of backends) {
    const files = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).sort();
    if (files.join() !== 'keys,keys/sandbox.json') failures.push(`${name} has ${files.join(', ')}`);
    if (environments[name]['REDIS_URL'] !== undefined) failures.push(`${name} has the URL of Redis`);
  }
  return { failures, note: '' };
}

export const sharedStateCases: readonly ClusterCase[] = [
  { name: 'nginx forwards only the public routes', run: checkRouting },
  { name: 'malformed requests take no process out of service', run: refuseMalformedRequests },
  { name: 'large heads of responses take no process out of service', run: respondWithLargeHeads },
  { name: 'one address has a limited number of requests in progress', run: limitRequestsInProgress },
  { name: 'gateways that hang take no process out of service', run: hangGateways },
  { name: 'rate limits and used proofs are shared by both sites', run: shareLimits },
  { name: 'without Redis each site counts separately', run: countWithoutRedis },
  { name: 'both sites apply a change of the config', run: changeConfig },
  { name: 'the doctor finds no errors', run: runDoctor },
];

/** Run after all others. */
export const finalCases: readonly ClusterCase[] = [{ name: 'processes store nothing but keys', run: checkIsolation }];
