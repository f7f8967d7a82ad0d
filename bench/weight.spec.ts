import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../e2e/fixtures/journey';
import { weighPage, type PageWeight } from '../e2e/fixtures/scale';
import { stack } from '../e2e/fixtures/stack';
import { weighedPages } from '../e2e/fixtures/weighed-pages';
import { describePerformance, describeWeight, type WeightRecord } from './performance-page';

/** Pages in the order of the table, the bare one first. */
const weighed: { readonly name: string; readonly weight: PageWeight }[] = [];

test.describe.configure({ mode: 'serial' });

test('bare', async ({ browser }) => {
  weighed.push({ name: 'bare', weight: await weighPage(browser, process.env['BENCH_BARE'] ?? '', null) });
});

for (const { name, arrive, firstField } of weighedPages) {
  test(name, async ({ browser, context, account, home, bill, payment, startPayment, payAtBank, result }) => {
    const path = await arrive({ account, home, bill, payment, startPayment, payAtBank, result });
    const url = new URL(path, stack.site).href;
    weighed.push({ name, weight: await weighPage(browser, url, firstField, await context.storageState()) });
  });
}

test('written down', () => {
  const record: WeightRecord = { pages: weighed };
  writeFileSync(join(__dirname, 'results/weight.json'), `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync(join(__dirname, '../docs/performance.md'), describePerformance({ weight: record }));
  console.log(describeWeight(record));
});
