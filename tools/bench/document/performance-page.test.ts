import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { updatePerformancePage } from './performance-page';
import { records } from './records';

test('docs/performance.md has the figures of the last benchmarks', () => {
  const page = readFileSync(join(__dirname, '../../../docs/performance.md'), 'utf8');
  expect(page).toBe(updatePerformancePage(page, records));
});
