import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { APIResponse } from '@playwright/test';
import { expect, test } from '../fixtures/journey';
import type { Visit } from '../fixtures/visit';

const app = join(__dirname, '../../app');

/** The path of each page, without optional segments. */
const pages = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) =>
    `/${file}`
      .replace(/\/\([^)]*\)/g, '')
      .replace('/[[...rest]]', '')
      .replace(/\[(\w+)\]/g, '$1')
      .replace(/\/?page\.tsx$/, ''),
  )
  .map((path) => path || '/');

/** The headers of requests of Next's router. */
const headerVariants: readonly Record<string, string>[] = [
  {},
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { rsc: '1', 'next-router-state-tree': '%5B%22%22%5D' },
];

function expectPrivate(answer: APIResponse, name: string): void {
  const { 'cache-control': cacheControl, vary = '', location = '' } = answer.headers();
  expect(cacheControl, name).toBe('private, no-store');
  for (const token of ['Cookie', 'RSC', 'Next-Router-State-Tree']) {
    expect(vary.toLowerCase().split(/,\s*/), `${name}: ${vary}`).toContain(token.toLowerCase());
  }
  expect(location, name).toMatch(/^\/(?!\/)/);
  if (answer.status() !== 303) expect(answer.headers()['set-cookie'], name).toBeUndefined();
}

/** Sends a request with each variant. Every redirect is private, and the plain request is redirected. */
async function expectRedirect(visit: Visit, path: string, status: number): Promise<void> {
  for (const headers of headerVariants) {
    const answer = await visit.get(path, headers);
    const name = `${path} ${JSON.stringify(headers)}: ${answer.status()}`;
    if (headers['rsc'] === undefined) expect(answer.status(), name).toBe(status);
    if (answer.headers()['location'] !== undefined) expectPrivate(answer, name);
  }
}

test('row 33: a redirect of any page is private, also to a request of the router', async ({ account, openVisit }) => {
  const visit = await openVisit();
  const refid = await visit.startPayment(account('01'));
  let redirects = 0;
  for (const page of pages) {
    for (const path of [page, `${page}?refid=${refid}`, ...(page === '/' ? [] : [`${page}/`])]) {
      for (const headers of headerVariants) {
        const answer = await (await openVisit()).get(path, headers);
        if (answer.headers()['location'] === undefined) continue;
        redirects += 1;
        expectPrivate(answer, `${path} ${JSON.stringify(headers)}`);
      }
    }
  }
  expect(redirects).toBeGreaterThan(pages.length);
});

test('row 33: what leads on by itself is private: old addresses, steps that are not due, results', async ({
  account,
  openVisit,
  paymentApi,
  sandbox,
}) => {
  const visit = await openVisit();
  const open = await visit.startPayment(account('01'));
  const paid = await paymentApi.payAtBank(account('02'));
  const link = new URL((await sandbox.createLink(account('04'), 5_000)).url);
  await expectRedirect(visit, '/home', 308);
  await expectRedirect(visit, '/pay/ebill/', 308);
  await expectRedirect(await openVisit(), '/pay/ebill', 307);
  for (const page of ['redirect', 'remove-card', 'counter', 'qr']) {
    await expectRedirect(visit, `/epayment/entry/${page}?refid=${open}`, 307);
  }
  await expectRedirect(visit, `/view/dcb?refid=${open}`, 307);
  await expectRedirect(visit, '/ulm/autodebit/register/redirect', 307);
  await expectRedirect(visit, `/epayment/entry?refid=${paid}`, 307);
  await expectRedirect(visit, link.pathname + link.search, 307);
  await expectRedirect(visit, `/bankResultFPX?refid=${open}&status=1`, 303);
});

test('row 33: the redirect after each form is private', async ({ account, openVisit }) => {
  const visit = await openVisit();
  const bill = await visit.lookUp(account('01'));
  const refid = await visit.startPayment(account('02'));
  for (const { path, fields } of [
    { path: '/api/bill/lookup', fields: { accountNumber: account('01') } },
    { path: '/api/bill/lookup', fields: { accountNumber: 'none' } },
    { path: '/api/bill/again', fields: { refid } },
    { path: '/api/bill/pay', fields: { ...bill, payOption: 'current' } },
    { path: '/api/bill/pay', fields: { ...bill, payOption: 'other', amount: '0' } },
    { path: '/api/language', fields: { locale: 'ms', returnTo: '/apg/help' } },
    { path: '/api/analytics', fields: { answer: 'no', returnTo: '/' } },
    { path: '/api/payment/remove-card/question', fields: { refid, card: 'card-1' } },
    { path: '/api/payment/remove-card', fields: { refid, uniqueCardId: 'card-1' } },
    { path: '/api/payment/pay', fields: { refid } },
    { path: '/api/pay-by-mobile/send', fields: { refid, mobileNumber: '60120000001' } },
    { path: '/api/pay-by-mobile/verify', fields: { refid, tac: '000000' } },
    { path: '/api/pay-by-mobile/cancel', fields: { refid } },
    { path: '/api/auto-debit/enable', fields: { refid } },
    { path: '/api/auto-debit/verify', fields: { refid, otp: '000000' } },
    { path: '/api/auto-debit/card', fields: { refid } },
    { path: '/api/auto-debit/remind', fields: { refid } },
    { path: '/api/payment/cancel', fields: { refid } },
    { path: '/bankResultFPX', fields: { fpx_sellerExOrderNo: 'none' } },
  ]) {
    const answer = await visit.post(path, fields);
    expect(answer.status(), path).toBe(303);
    expectPrivate(answer, path);
  }
});
