import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, type Journey } from '../fixtures/journey';
import { payments } from '../fixtures/payments';
import { paymentMethods } from '../../lib/domain/payment-methods';

/** WCAG 2.2, levels A and AA: what a machine can tell of them. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

// A colour on its way to another has no contrast to speak of.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Names what is wrong with the page as it stands: the rules on its own ground, and contrast on the other. */
async function findFaults(page: Page): Promise<string[]> {
  const inLight = await new AxeBuilder({ page }).withTags(rules).analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await new AxeBuilder({ page }).withRules('color-contrast').analyze();
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight.violations, ...inDark.violations].flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

type Visit = Omit<Journey, 'autoDebit' | 'frameOf'> & { readonly page: Page };

/** Ways through the product that stop, with a name, wherever the screen is to be looked at. */
const ways: Readonly<Record<string, (visit: Visit) => AsyncIterable<string>>> = {
  async *'from an account number to its payment'({ home, bill, payment, startPayment, account }) {
    await home.open();
    yield 'home';
    await home.lookUp('12345');
    await home.errorSummary.waitFor();
    yield 'home, refused';
    await home.lookUp(account('02'));
    await bill.payOther('5000');
    await bill.errorSummary.waitFor();
    yield 'bill, refused';
    await startPayment(account('01'));
    await payment.pay.click();
    await payment.errorSummary.waitFor();
    yield 'payment, refused';
  },

  async *'a partner’s order by each method'({ page, payment, startOrder, account }) {
    await startOrder(account('09'), { partnerKey: 'DEMO-SHOP' });
    for (const method of paymentMethods) {
      await payment.method(method).check();
      yield method;
    }
    await payment.method('savedCard').check();
    await page.getByTestId('remove-card').first().click();
    await page.getByTestId('confirm').waitFor();
    yield 'remove a card';
  },

  async *'codes of one’s own'({ page, payment, mobile, startPayment, account }) {
    for (const method of ['counter', 'duitnowQr'] as const) {
      await startPayment(account('01'));
      await payment.choosePlain(method);
      await payment.pay.click();
      await page.getByTestId('code-expiry').waitFor();
      yield method;
    }
    await startPayment(account('01'));
    await payment.chooseProvider('dcb', 'carrier-a');
    await payment.pay.click();
    await mobile.askForCode('60120000021');
    await mobile.enterCode('000000');
    await mobile.errorSummary.waitFor();
    await page.getByTestId('cancel').click();
    yield 'TAC, refused, and leaving';
  },

  async *'each result'({ wire, result, account }) {
    for (const { outcome, make } of payments) {
      await result.open('/bankResultFPX', await make(wire, account));
      await result.status.waitFor();
      yield outcome;
    }
  },

  async *'pages that are read'({ page }) {
    for (const path of ['/apg/help', '/legal/terms-and-conditions', '/no/such/page']) {
      await page.goto(path);
      yield path;
    }
  },
};

for (const [name, walk] of Object.entries(ways)) {
  test(`WCAG 2.2 AA: ${name}`, async ({
    page,
    sandbox,
    wire,
    account,
    home,
    bill,
    payment,
    mobile,
    bank,
    code,
    result,
    payAtBank,
    startPayment,
    startOrder,
    allowConsoleError,
  }) => {
    allowConsoleError(/status of 404/);
    const visit = { page, sandbox, wire, account, home, bill, payment, mobile, bank, code, result };
    for await (const screen of walk({ ...visit, payAtBank, startPayment, startOrder })) {
      expect.soft(await findFaults(page), screen).toEqual([]);
    }
  });
}
