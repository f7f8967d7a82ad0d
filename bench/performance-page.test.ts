import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describePerformance, type PerformanceRecords } from './performance-page';

const read = (name: string) => readFileSync(join(__dirname, name), 'utf8');

test('docs/performance.md says what the benches wrote down', () => {
  const records: PerformanceRecords = { weight: JSON.parse(read('results/weight.json')) };
  expect(read('../docs/performance.md')).toBe(describePerformance(records));
});
