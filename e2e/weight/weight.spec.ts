import { writeFileSync } from 'node:fs';
import { measurePageWeight, type PageWeight } from '../fixtures/page-weight';
import { test, measuredPages } from '../fixtures/measured-pages';

/** Pages in the order of the table, the bare one first. */
const weighed: { readonly name: string; readonly weight: PageWeight }[] = [];

test.describe.configure({ mode: 'serial' });

test('bare', async ({ browser }) => {
  weighed.push({
    name: 'bare',
    weight: await measurePageWeight(browser, process.env['BENCH_BARE'] ?? '', { firstField: null }),
  });
});

for (const page of measuredPages) {
  test(page.name, async ({ browser, context, arriveAt }) => {
    const weight = await measurePageWeight(browser, await arriveAt(page), {
      firstField: page.firstField,
      storageState: await context.storageState(),
    });
    weighed.push({ name: page.name, weight });
  });
}

test('written down', () => {
  writeFileSync(process.env['BENCH_WEIGHT'] ?? '', JSON.stringify({ pages: weighed }));
});
