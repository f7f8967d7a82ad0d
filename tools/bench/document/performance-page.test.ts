import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describePerformance } from './performance-page';
import { records } from './records';

test('docs/performance.md says what the benches wrote down', () => {
  expect(readFileSync(join(__dirname, '../../../docs/performance.md'), 'utf8')).toBe(describePerformance(records));
});
