import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

/* What remains of a payment whose payer's contact data are erased: docs/personal-data.md. */

/** The operator's key that the start has made. */
function operatorKey(): string {
  const secrets = JSON.parse(readFileSync(join(stack.dataDir, 'secrets.json'), 'utf8')) as { OPERATOR_KEY: string };
  return secrets.OPERATOR_KEY;
}

test('the result shows a payment without its payer’s address, once that is erased @both', async ({
  account,
  paymentApi,
  request,
  result,
}) => {
  const refid = await paymentApi.createPayment(account('01'));
  const choice = { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' };
  await paymentApi.returnFromBank(await paymentApi.pressAtBank(await paymentApi.begin(refid, choice), 'approve'));
  await result.open('/bankResultFPX', refid);
  await expect(result.page.getByText('We are sending the official receipt to')).toBeVisible();
  const [amount = 'no amount'] = /RM\d+\.\d\d/.exec(await result.page.locator('main').innerText()) ?? [];

  const headers = { authorization: `Bearer ${operatorKey()}` };
  const data = { reference: refid, reason: 'case 4711', isDryRun: false };
  // It is refused until the biller has accepted the payment.
  await expect(async () => {
    const erased = await request.post(`${stack.backend}/operator/payers/erasures`, { headers, data });
    expect(await erased.json()).toMatchObject({ payments: [refid] });
  }).toPass({ timeout: 15_000 });

  await result.open('/bankResultFPX', refid);
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expect(result.page.locator('main')).toContainText(amount);
  await expect(result.page.getByText('We no longer store the contact details')).toBeVisible();
  await expect(result.page.getByText('We are sending the official receipt to')).toHaveCount(0);
});
