import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

test('every document carries a strict policy with a nonce of its own', async ({ request }) => {
  const nonces = new Set<string>();
  for (const path of [
    '/',
    '/apg/help',
    '/legal/terms-and-conditions',
    '/no/such/page',
    '/bankResultFPX',
    '/epayment/entry',
  ]) {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? '';
    expect(policy, path).toMatch(/script-src [^;]*'nonce-[^']+'[^;]*'strict-dynamic'/);
    expect(policy, path).not.toContain('unsafe-');
    expect(policy, path).toContain("base-uri 'none'");
    expect(policy, path).toContain("object-src 'none'");
    expect(policy, path).toContain('frame-ancestors');
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
  }
  expect(nonces.size).toBe(6);
});

test('a visitor cannot choose the policy or the nonce', async ({ request }) => {
  const response = await request.get('/', {
    headers: {
      purpose: 'prefetch',
      'next-router-prefetch': '1',
      'x-nonce': 'chosen',
      'content-security-policy': "script-src 'nonce-chosen'",
    },
  });
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy).toContain('strict-dynamic');
  expect(policy).not.toContain('chosen');
  expect(await response.text()).not.toContain('nonce="chosen"');
});

for (const { name, headers } of [
  { name: 'from another site', headers: { origin: 'https://evil.example' } },
  { name: 'from a sandboxed frame', headers: { origin: 'null' } },
  { name: 'marked cross-site', headers: { origin: stack.site, 'sec-fetch-site': 'cross-site' } },
  { name: 'without an Origin', headers: {} },
]) {
  test(`a form post ${name} is refused`, async ({ playwright }) => {
    const context = await playwright.request.newContext({ baseURL: stack.site });
    const response = await context.post('/api/bill/lookup', {
      headers,
      form: { accountNumber: '1234567801' },
      maxRedirects: 0,
    });
    expect(response.status()).toBe(403);
    await context.dispose();
  });
}

test('methods that no page takes are refused', async ({ request }) => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    expect((await request.fetch('/', { method })).status(), method).toBe(405);
  }
});

test('a body beyond the limit is refused', async ({ request }) => {
  const response = await request.post('/api/bill/lookup', {
    headers: { origin: stack.site },
    form: { accountNumber: '1'.repeat(200_000) },
  });
  expect(response.status()).toBe(413);
});

test('the amount, the balance and the limits are the server’s, whatever a form says', async ({
  page,
  home,
  bill,
  payment,
  account,
}) => {
  await home.open();
  await home.lookUp(account('01'));
  await bill.option('current').check();
  const shown = await bill.value('current-balance').innerText();
  await page.evaluate(() => {
    const form = document.querySelector('form:has([name="payOption"])');
    for (const [name, value] of Object.entries({ amount: '1', customerType: 'CE', currentBalance: '1' })) {
      const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
      form?.append(input);
    }
  });
  await bill.pay.click();
  await payment.refid();
  await expect(payment.total).toContainText(shown);
});

test('no URL of a journey names the account, the payer or a card, and nothing of a card is stored', async ({
  page,
  account,
  startPayment,
  payment,
  payAtBank,
  result,
}) => {
  const urls: string[] = [];
  const bodies: string[] = [];
  page.on('request', (request) => {
    urls.push(request.url());
    bodies.push(request.postData() ?? '');
  });
  const accountNumber = account('01');
  await startPayment(accountNumber);
  await payment.fillCard({ number: '4111 1111 1111 1111', cvv: '987' }, 'canary@ebill.example');
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  for (const url of urls) {
    expect(url).not.toContain(accountNumber);
    expect(url).not.toContain('canary');
    expect(url).not.toMatch(/4111|987(?!\d)/);
  }
  expect(bodies.join('\n')).not.toMatch(/4111\D?1111\D?1111\D?1111/);
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(stored).not.toMatch(/4111|"987"/);
});

test('a page that names a payer is kept by nobody', async ({ page, startPayment, account }) => {
  await startPayment(account('01'));
  const response = await page.reload();
  expect(response?.headers()['cache-control']).toContain('no-store');
});

test('fifty posts of one payment form make one attempt', async ({ page, account, startPayment, payment, sandbox }) => {
  const refid = await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227');
  const statuses = await page.evaluate(async () => {
    const form = document.querySelector<HTMLFormElement>('form:has([name="selectedPaymentMethod"])');
    if (form === null) throw new Error('no payment form');
    const body = () =>
      new URLSearchParams(
        [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
      );
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(form.action, { method: 'POST', body: body(), headers: { accept: 'application/json' } }),
      ),
    );
    return answers.map(({ status }) => status);
  });
  expect([...new Set(statuses)]).toEqual([200]);
  expect((await sandbox.history(refid)).attempts).toHaveLength(1);
});

test('the front believes its own origin alone', async ({ playwright }) => {
  const context = await playwright.request.newContext({ baseURL: stack.site });
  const response = await context.get('/', { headers: { host: 'evil.example' }, maxRedirects: 0 });
  expect(response.status()).toBeGreaterThanOrEqual(400);
  await context.dispose();
});
