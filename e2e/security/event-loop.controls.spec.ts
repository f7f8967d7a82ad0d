import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import { randomClientAddress } from '../fixtures/test';
import type { Visit } from '../fixtures/visit';

/*
 * No request that the front accepts may block the event loop for more than 50 ms (docs/security.md, row 49). The CPU time of the site's
 * process is measured, independent of other processes. It runs while no other test uses the site.
 */

/** Seconds of CPU; on a machine on which an ordinary page takes more than 20 ms, `timesOrdinary` its cost. */
const limit = 0.05;
const timesOrdinary = 2.5;
/** Characters: the front accepts 24 kB of headers, 8 kB of target and 64 kB of body; the forms accept 32 kB. */
const sizes = { header: 22_500, query: 7_500, field: 10_000, largeField: 31_000 };

/** Units that cause backtracking: each is repeated to the size, alone and with an end that does not match. */
const units = ['a', ' ', '-', '.', ';', '=', '"', '%', '%31', 'a=', 'a, ', '4111 '];

function repeat(unit: string, size: number): string {
  return unit.repeat(Math.floor(size / unit.length));
}

const headers = [
  ...[
    'user-agent',
    'accept',
    'accept-encoding',
    'accept-language',
    'cookie',
    'referer',
    'origin',
    'content-type',
    'range',
  ],
  ...[
    'if-none-match',
    'if-modified-since',
    'cache-control',
    'x-forwarded-for',
    'x-request-id',
    'next-url',
    'rsc',
    'purpose',
  ],
  ...[
    'next-router-state-tree',
    'next-router-prefetch',
    'next-router-segment-prefetch',
    'sec-fetch-site',
    'sec-ch-ua',
    'x-unknown',
  ],
];
const cookies = ['bill', 'opened', 'draft', 'tac', 'pin', 'link', 'card-device', 'locale', 'analytics'].map(
  (name) => `ebill-${name}`,
);
const pages = [
  '/',
  '/pay/ebill',
  '/epayment/entry',
  '/bankResultFPX',
  '/apg/help',
  '/pay/direct/ebill',
  '/api/payment/status',
];
const parameters = ['refid', 'q', 'answer', 'partnerkey', 'accountNumber', 'returnTo', 'fpx_sellerExOrderNo', 'x'];

interface Attack {
  readonly name: string;
  readonly send: () => Promise<unknown>;
}

async function readCpuSeconds(): Promise<number> {
  const text = await (await fetch(`${stack.metrics}/metrics`)).text();
  return Number(/^process_cpu_seconds_total ([\d.e+-]+)/m.exec(text)?.[1]);
}

async function measure(send: () => Promise<unknown>): Promise<number> {
  const before = await readCpuSeconds();
  // The cost counts even if the site closes the connection.
  await send().catch(() => undefined);
  return (await readCpuSeconds()) - before;
}

/** Returns the limit on this machine, in seconds of CPU. */
async function findLimit(visit: Visit): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < 7; round += 1) costs.push(await measure(() => get(visit, '/')));
  const median = costs.toSorted((one, other) => one - other)[3] ?? 0;
  return Math.max(limit, timesOrdinary * median);
}

/**
 * Expects no attack to cost more than the limit, and annotates the costliest. A single high cost, for garbage collection or compilation,
 * does not count.
 */
async function expectCheap(visit: Visit, attacks: readonly Attack[]): Promise<void> {
  const allowed = await findLimit(visit);
  const costs: { name: string; seconds: number }[] = [];
  for (const { name, send } of attacks) {
    let seconds = await measure(send);
    for (let again = 0; again < 5 && seconds > allowed; again += 1) seconds = Math.min(seconds, await measure(send));
    costs.push({ name, seconds });
  }
  const costliest = costs.toSorted((one, other) => other.seconds - one.seconds).slice(0, 5);
  const annotations = [{ name: 'allowed', seconds: allowed }, ...costliest];
  for (const { name, seconds } of annotations) annotate(`${Math.round(seconds * 1000)} ms: ${name}`);
  expect(costs.filter(({ seconds }) => seconds > allowed)).toEqual([]);
}

const annotate = (description: string) => void test.info().annotations.push({ type: 'cost', description });

/** Sends each request from a different address, so that no rate limit applies. */
function get(visit: Visit, path: string, given: Record<string, string> = {}) {
  return visit.get(path, { 'x-forwarded-for': randomClientAddress(), ...given });
}

test.setTimeout(180_000);

test('row 49: no header or cookie keeps the event loop', async ({ openVisit, request }) => {
  const visit = await openVisit();
  const html = await (await request.get('/')).text();
  const file = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? '';
  const targets = ['/', file];
  for (const path of targets) for (let round = 0; round < 5; round += 1) await get(visit, path);
  const attacks = units.flatMap((unit) => {
    const value = repeat(unit, sizes.header);
    return [
      ...headers.flatMap((name) =>
        targets.map((path) => ({
          name: `${name} of '${unit}' at ${path}`,
          send: () => get(visit, path, { [name]: `${value}!` }),
        })),
      ),
      ...cookies.map((name) => ({
        name: `cookie ${name} of '${unit}'`,
        send: () => get(visit, '/epayment/entry', { cookie: `${name}=${value}!` }),
      })),
    ];
  });
  await expectCheap(visit, attacks);
});

test('row 49: no path or query keeps the event loop', async ({ openVisit }) => {
  const visit = await openVisit();
  for (const page of pages) for (let round = 0; round < 5; round += 1) await get(visit, page);
  const attacks = units.flatMap((unit) => {
    const value = encodeURIComponent(repeat(unit, sizes.query)).slice(0, sizes.query);
    return [
      { name: `path of '${unit}'`, send: () => get(visit, `/${value}`) },
      { name: `query of '${unit}'`, send: () => get(visit, `/?${value}`) },
      ...pages.flatMap((page) =>
        parameters.map((name) => ({
          name: `${name} of '${unit}' at ${page}`,
          send: () => get(visit, `${page}?${name}=${value}`),
        })),
      ),
    ];
  });
  // Parameters, which the value of one cannot be: as many as fit, and as many as are accepted.
  for (const count of [3_700, 100]) {
    for (const name of ['a', 'refid']) {
      const query = repeat(`${name}&`, Math.min(sizes.query, count * (name.length + 1)));
      attacks.push({ name: `${count} parameters '${name}'`, send: () => get(visit, `/?${query.slice(0, -1)}`) });
    }
  }
  await expectCheap(visit, attacks);
});

test('row 49: no field of a form keeps the event loop', async ({ openVisit, account }) => {
  const visit = await openVisit();
  const refid = await visit.startPayment(account('01'));
  const forms = [
    { page: '/', action: '/api/bill/lookup' },
    { page: '/pay/ebill', action: '/api/bill/pay' },
    { page: `/epayment/entry?refid=${refid}`, action: '/api/payment/pay' },
    { page: `/epayment/entry?refid=${refid}`, action: '/api/language' },
  ];
  const attacks: Attack[] = [];
  for (const { page, action } of forms) {
    const fields = await visit.readForm(page, action);
    const more =
      action === '/api/payment/pay'
        ? ['email', 'mobileNumber', 'cardNumber', 'expiryDate', 'cardHolderName', 'bank']
        : [];
    for (const name of [...Object.keys(fields), ...more, 'unknown']) {
      for (const unit of units) {
        const size = encodeURIComponent(unit).length > unit.length ? sizes.field : sizes.largeField;
        const value = `x${repeat(unit, size)}!`;
        const send = () =>
          visit.post(action, { ...fields, [name]: value }, { 'x-forwarded-for': randomClientAddress() });
        attacks.push({ name: `${name} of '${unit}' at ${action}`, send });
      }
    }
  }
  for (const { send } of attacks.slice(0, 10)) await send();
  await expectCheap(visit, attacks);
});
