import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, type Journey } from '../fixtures/journey';
import { payments } from '../fixtures/payments';
import { paymentPath } from '../../lib/routes';

/** WCAG 2.2, levels A and AA: what a machine can tell of them. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

// A colour on its way to another has no contrast to speak of.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Names what breaks the rules on the page, or on the part of it that is named. */
async function findFaults(page: Page, part = 'html'): Promise<string[]> {
  // In one go, without a second page for the report: there are no frames here.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include(part).withTags(rules).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

type Visit = Pick<Journey, 'wire' | 'account' | 'home' | 'bill' | 'payment' | 'mobile' | 'result' | 'startOrder'> & {
  readonly page: Page;
};

/** A screen to look at: its name, and the part of it that has not been looked at before. */
type Stop = readonly [name: string, part?: string];

/** Methods whose fields look different. */
const shownMethods = ['savedCard', 'newCard', 'epp', 'fpx', 'wallet'];

/** Results that look different: one of each tone. */
const shownResults = new Set(['successful', 'failed', 'pending-approval', 'session-expired']);

/** Ways through the product that stop wherever the screen is to be looked at. */
const ways: Readonly<Record<string, (visit: Visit) => AsyncIterable<Stop>>> = {
  async *'from an account number to its payment'({ page, home, bill, payment, wire, account }) {
    await home.open();
    yield ['home'];
    await home.lookUp('12345');
    await home.errorSummary.waitFor();
    yield ['home, refused'];
    await home.lookUp(account('02'));
    await bill.payOther('5000');
    await bill.errorSummary.waitFor();
    yield ['bill, refused'];
    await page.goto(paymentPath(await wire.createPayment(account('01'))));
    await payment.pay.click();
    await payment.errorSummary.waitFor();
    yield ['payment, refused'];
  },

  async *'a partner’s order by each method'({ page, payment, startOrder, account }) {
    await startOrder(account('09'), { partnerKey: 'DEMO-SHOP' });
    for (const method of shownMethods) {
      await payment.method(method).check();
      yield [method, `.choice:has(> [value="${method}"])`];
    }
    await payment.method('savedCard').check();
    await page.getByTestId('remove-card').first().click();
    await page.getByTestId('confirm').waitFor();
    yield ['remove a card'];
  },

  async *'codes of one’s own'({ page, payment, mobile, wire, account }) {
    for (const method of ['counter', 'duitnowQr'] as const) {
      await page.goto(paymentPath(await wire.createPayment(account('01'))));
      await payment.choosePlain(method);
      await payment.pay.click();
      await page.getByTestId('code-expiry').waitFor();
      yield [method];
    }
    await page.goto(paymentPath(await wire.createPayment(account('01'))));
    await payment.chooseProvider('dcb', 'carrier-a');
    await payment.pay.click();
    await mobile.askForCode('60120000021');
    await mobile.enterCode('000000');
    await mobile.errorSummary.waitFor();
    await page.getByTestId('cancel').click();
    yield ['TAC, refused, and leaving'];
  },

  async *'each result'({ wire, result, account }) {
    for (const { outcome, make } of payments.filter(({ outcome }) => shownResults.has(outcome))) {
      await result.open('/bankResultFPX', await make(wire, account));
      await result.status.waitFor();
      yield [outcome];
    }
  },

  async *'pages that are read'({ page }) {
    for (const path of [
      '/apg/help?answer=accountNumber',
      '/legal/terms-and-conditions',
      '/legal/accessibility',
      '/no/such/page',
    ]) {
      await page.goto(path);
      yield [path];
    }
  },
};

for (const [name, walk] of Object.entries(ways)) {
  test(`WCAG 2.2 AA: ${name}`, async ({
    page,
    wire,
    account,
    home,
    bill,
    payment,
    mobile,
    result,
    startOrder,
    allowConsoleError,
  }) => {
    allowConsoleError(/status of 404/);
    const visit = { page, wire, account, home, bill, payment, mobile, result, startOrder };
    for await (const [screen, part] of walk(visit)) {
      expect.soft(await findFaults(page, part), screen).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await findFaults(page), 'the last screen in the dark').toEqual([]);
  });
}
