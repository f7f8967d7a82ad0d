import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import { startCachingProxy } from './caching-proxy';

/** The names of the sandbox's account holders. */
const holders = ['AHMAD BIN ISMAIL', 'TAN MEI LING', 'PRIYA A/P RAJAN', 'SITI NURHALIZA BINTI OMAR', 'JAMES LIM'];
const partsOfNames = new RegExp(`\\b(${holders.join(' ').replaceAll('BINTI ', '').split(' ').join('|')})\\b`);

test('row 14: who looks an account up sees a masked name and no number, in the page and in its data', async ({
  account,
  openVisit,
}) => {
  const accountNumber = account('01');
  const visit = await openVisit();
  await visit.lookUp(accountNumber);
  const refid = await visit.startPayment(accountNumber);
  const requestHeaders: readonly Record<string, string>[] = [
    {},
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
  ];
  for (const path of ['/pay/ebill', `/epayment/entry?refid=${refid}`, `/bankResultFPX?refid=${refid}`]) {
    for (const headers of requestHeaders) {
      const text = await (await visit.get(path, headers)).text();
      const name = `${path} ${JSON.stringify(headers)}`;
      expect(text, name).not.toMatch(partsOfNames);
      expect(text, name).not.toContain(`6012${accountNumber.slice(0, 7)}`);
      expect(text, name).not.toMatch(/holderName|isOnAutoDebit|\bstanding/);
    }
  }
  // Client components receive only the balances and limits of the bill.
  const page = (await (await visit.get('/pay/ebill')).text()).replaceAll('\\"', '"');
  const bill = /"bill":\{([^{}]*"currentBalance":-?\d[^{}]*)\}/.exec(page)?.[1] ?? '';
  const fields = [...bill.matchAll(/"(\w+)":/g)].map(([, name]) => name);
  expect(fields.sort()).toEqual([
    ...['advanceLimit', 'advanceLimitCustomerType', 'currentBalance', 'customerType'],
    ...['exactBalanceCustomerType', 'maximumAmount', 'outstanding', 'overdueBalance', 'recentPayments'],
  ]);
  const status = await visit.get(`/api/payment/status?refid=${refid}`);
  expect(Object.keys((await status.json()) as object)).toEqual(['status']);
});

test('row 20: a PIN goes to the number on the account, whatever number is posted', async ({
  account,
  openVisit,
  request,
  sandbox,
  paymentApi,
}) => {
  const accountNumber = account('01');
  const own = `6012${accountNumber.slice(0, 7)}`;
  const attackers = `6019${accountNumber.slice(0, 7)}`;
  const numbers = {
    mobileNumber: attackers,
    phoneNumber: attackers,
    to: attackers,
    msisdn: attackers,
    email: 'a@evil.example',
  };
  const refid = await paymentApi.payAtBank(accountNumber);
  const visit = await openVisit();
  await visit.get(`/otp/autodebit/register?refid=${refid}`);
  await visit.post('/api/auto-debit/enable', { refid, ...numbers });
  expect((await sandbox.messages(own)).map(({ kind }) => kind)).toContain('otp');
  // The number on file contains the account's first seven digits.
  const another = await paymentApi.payAtBank(account('02'));
  await request.post(`${stack.backend}/apg/autodebit/otp`, {
    data: { refid: another, language: 'en', ...numbers },
    headers: { 'idempotency-key': `pin-${another}` },
  });
  expect(await sandbox.messages(attackers)).toEqual([]);
  expect(await sandbox.messages('a@evil.example')).toEqual([]);
});

test('row 32: no address of a journey, and no referrer, names the account, the payer or a card', async ({
  page,
  account,
  startPayment,
  payment,
  payAtBank,
  result,
}) => {
  const named: string[] = [];
  page.on('request', (sent) => {
    named.push(sent.url(), sent.headers()['referer'] ?? '');
  });
  const accountNumber = account('01');
  await startPayment(accountNumber);
  await payment.fillCard({ number: '4111 1111 1111 1111', cvv: '987' }, 'canary@ebill.example');
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  expect(named.length).toBeGreaterThan(10);
  for (const text of named) {
    expect(text).not.toContain(accountNumber);
    expect(text).not.toContain('canary');
    expect(text).not.toMatch(/1111.{0,3}1111|\b987\b/);
  }
});

test('row 33: a shared cache gives nothing of one visit to another', async ({ account, openVisit }) => {
  const proxy = await startCachingProxy(stack.site);
  const script = /\/_next\/static\/[^"]*\.js/.exec(await (await fetch(stack.site)).text())?.[0] ?? '';
  const first = (await openVisit()).viaProxy(proxy.url);
  const accountNumber = account('01');
  const refid = await first.startPayment(accountNumber);
  const paths = [
    '/',
    '/pay/ebill',
    '/pay/ebill/x.css',
    '/pay/ebill%2fx.css',
    '/pay/ebill;x.css',
    `/epayment/entry?refid=${refid}`,
    `/epayment/entry/x.css?refid=${refid}`,
    `/bankResultFPX?refid=${refid}`,
    `/api/payment/status?refid=${refid}`,
    '/api/apg/util/config',
    script,
  ];
  for (const path of paths) await first.get(path);
  proxy.given.length = 0;
  const second = (await openVisit()).viaProxy(proxy.url);
  for (const path of paths) {
    const text = await (await second.get(path)).text();
    if (!path.includes(refid)) expect(text, path).not.toMatch(new RegExp(`${accountNumber}|${refid}`));
    expect(text, path).not.toContain(accountNumber);
  }
  // The cache works: cacheable responses came from it, and no others.
  expect(proxy.given.filter((path) => !path.endsWith('.css'))).toEqual([script]);
  proxy.close();
});

test('row 35: a payment page asks nobody but the site for anything', async ({ page, account, startOrder, payment }) => {
  const foreign: string[] = [];
  page.on('request', (sent) => {
    if (new URL(sent.url()).origin !== stack.site && !sent.url().startsWith('data:')) foreign.push(sent.url());
  });
  await startOrder(account('09'));
  for (const method of ['newCard', 'savedCard', 'epp', 'fpx', 'wallet']) await payment.method(method).check();
  await payment.fillCard({ number: '4242 4242 4242 4242' });
  await page.waitForLoadState('networkidle');
  expect(foreign).toEqual([]);
  const policy = (await page.request.get(page.url())).headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/connect-src 'self'(;|$)/);
  expect(policy).toMatch(/default-src 'none'/);
});
