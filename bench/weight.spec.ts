import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { weighPage, type PageWeight } from '../e2e/fixtures/page-weight';
import { test, weighedPages } from '../e2e/fixtures/weighed-pages';
import { describePerformance, describeWeight, type WeightRecord } from './performance-page';

/** Pages in the order of the table, the bare one first. */
const weighed: { readonly name: string; readonly weight: PageWeight }[] = [];

test.describe.configure({ mode: 'serial' });

test('bare', async ({ browser }) => {
  weighed.push({
    name: 'bare',
    weight: await weighPage(browser, process.env['BENCH_BARE'] ?? '', { firstField: null }),
  });
});

for (const page of weighedPages) {
  test(page.name, async ({ browser, context, arriveAt }) => {
    const weight = await weighPage(browser, await arriveAt(page), {
      firstField: page.firstField,
      storageState: await context.storageState(),
    });
    weighed.push({ name: page.name, weight });
  });
}

test('written down', () => {
  const record: WeightRecord = { pages: weighed };
  writeFileSync(join(__dirname, 'results/weight.json'), `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync(join(__dirname, '../docs/performance.md'), describePerformance({ weight: record }));
  console.log(describeWeight(record));
});
