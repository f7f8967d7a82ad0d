import { writeFileSync } from 'node:fs';
import { measurePageWeight, type PageWeight } from '../fixtures/page-weight';
import { test, measuredPages } from '../fixtures/measured-pages';

/** Pages in the order of the report, the bare one first. */
const results: { readonly name: string; readonly weight: PageWeight }[] = [];

test.describe.configure({ mode: 'serial' });

test('bare', async ({ browser }) => {
  results.push({
    name: 'bare',
    weight: await measurePageWeight(browser, process.env['BENCH_BARE'] ?? '', { firstField: null }),
  });
});

for (const page of measuredPages) {
  test(page.name, async ({ browser, context, navigateTo }) => {
    const weight = await measurePageWeight(browser, await navigateTo(page), {
      firstField: page.firstField,
      storageState: await context.storageState(),
    });
    results.push({ name: page.name, weight });
  });
}

test('write the report', () => {
  writeFileSync(process.env['BENCH_WEIGHT'] ?? '', JSON.stringify({ pages: results }));
});
