import { expect, test } from '../fixtures/journey';
import { endpoints, routes } from '../../lib/routes';
import en from '../../messages/en.json';

test('row 58: a receipt is opened by its link only, and nothing of it is kept, framed or counted by other pages', async ({
  account,
  paymentApi,
  sandbox,
  openVisit,
}) => {
  const accountNumber = account('01');
  const email = `${accountNumber}@ebill.example`;
  const refid = await paymentApi.payAtBank(accountNumber, email);
  const { pathname, search, searchParams } = new URL(await sandbox.findReceiptLink(email));
  const token = searchParams.get('token') ?? '';
  const reader = await openVisit();

  // Who has the reference only sees no link.
  const result = await (await reader.get(`/bankResultFPX?refid=${refid}`)).text();
  expect(result).toContain('data-status="successful"');
  expect(result).not.toContain(routes.receipt);

  const opened = await reader.get(pathname + search);
  expect(opened.status()).toBe(200);
  const page = await opened.text();
  expect(page).toContain(en.receipt.title);
  expect(page).not.toContain(refid);
  expect(opened.headers()).toMatchObject({
    'x-robots-tag': 'noindex',
    'referrer-policy': 'same-origin',
    'cache-control': expect.stringContaining('no-store'),
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  for (const path of [pathname + search, `${endpoints.receiptPdf}${search}`]) {
    for (const destination of ['image', 'iframe']) {
      const part = await reader.request.get(paymentApi.urlOf(path), { headers: { 'sec-fetch-dest': destination } });
      expect([path, destination, part.status()]).toEqual([path, destination, 400]);
    }
  }
  expect((await reader.post(pathname + search, { token })).status()).toBe(405);
  for (const forged of [token.slice(0, -4), `${token}AAAA`, token.slice(3), refid]) {
    expect((await reader.get(`${routes.receipt}?token=${forged}`)).status()).toBe(404);
    const pdf = await reader.request.get(paymentApi.urlOf(`${endpoints.receiptPdf}?token=${forged}`), {
      maxRedirects: 0,
    });
    expect(pdf.status()).toBe(303);
  }
});
