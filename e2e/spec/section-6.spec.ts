import { stack } from '../fixtures/stack';
import { checkCoverage, covers } from './coverage';
import { expect, order, test } from './fixtures';

/* Roles and permissions. */

test(covers('6.1.1'), async ({ openVisit, paymentApi, account }) => {
  const refid = await paymentApi.createPayment(account('01'));
  for (const path of ['/', `/epayment/entry?refid=${refid}`, `/bankResultFPX?refid=${refid}`, '/apg/help']) {
    // Each by another visitor, without a cookie.
    const response = await (await openVisit()).get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers(), path).not.toHaveProperty('www-authenticate');
  }
});

test(covers('6.2.1'), async ({ home, bill, account }) => {
  // docs/sandbox.md: 01 is REGULAR, 05 is CE. REGULAR may pay in advance, CE may not; CE may pay more.
  const errors: string[] = [];
  for (const ending of ['01', '05']) {
    await home.open();
    await home.lookUp(account(ending));
    await bill.payOther('3000.01');
    await expect(bill.errorSummary).toBeVisible();
    errors.push(await bill.errorSummary.innerText());
  }
  expect(errors[0]).toContain('Maximum amount allowed is RM3,000');
  expect(errors[1]).toContain('Paying more than current balance is not allowed');
});

test(covers('6.2.2', '6.2.3'), async ({ request, startSite }) => {
  const site = await startSite((_incoming, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ isApgDown: false, serverTime: new Date().toISOString() }));
  });
  const config = await (await request.get(`${site.url}/apg/util/config`)).json();
  expect(config).toMatchObject({ payLimitCustomerType: 'REGULAR', ceCustomerType: 'TEST' });
});

test(covers('6.3.1'), async ({ page, startPayment, payment, account }) => {
  await startPayment(account('01'));
  await expect(payment.method('fpx')).toHaveCount(1);
  await expect(payment.method('fpxCorporate')).toHaveCount(1);
  const banksOf = (field: string) =>
    page.locator(`select[name="${field}"] option`).evaluateAll((all) => all.map((one) => one.textContent));
  const [personal, corporate] = [await banksOf('fpxBankID'), await banksOf('fpxBankCorporateID')];
  expect(personal.length).toBeGreaterThan(10);
  expect(corporate.length).toBeGreaterThan(10);
  expect(corporate).not.toEqual(personal);
});

test(covers('6.4.1', '6.4.2'), async ({ request, sandbox, account }) => {
  const userIdOf = async (partnerKey: string, key: string) => {
    const profile = [
      { key: 'other', value: 'not-this' },
      { key, value: 'from-profile' },
    ];
    const customer = { accountNumber: account('01'), partneruserkey: 'from-key', profile };
    const { paymentId } = await sandbox.createOrder({ ...order, partnerKey, customer });
    const page = await request.get(`${stack.backend}/apg/payment/page`, { params: { paymentId } });
    return (await page.json()).customerDetail.partneruserkey as string;
  };
  for (const key of ['accountid', 'accountId', 'ACCOUNTID']) {
    expect(await userIdOf('PROFILE', key)).toBe('from-profile');
    expect(await userIdOf('DEMO-SHOP', key)).toBe('from-key');
  }
});

checkCoverage(6);
