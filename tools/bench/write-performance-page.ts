import { readFileSync, writeFileSync } from 'node:fs';
import { updatePerformancePage } from './document/performance-page';
import { records } from './document/records';

/** Updates the tables of docs/performance.md from the records of the benchmarks; run in the project root. */
const file = 'docs/performance.md';
writeFileSync(file, updatePerformancePage(readFileSync(file, 'utf8'), records));
