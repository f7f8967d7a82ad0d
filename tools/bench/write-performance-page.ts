import { writeFileSync } from 'node:fs';
import { describePerformance } from './document/performance-page';
import { records } from './document/records';

/** Writes docs/performance.md by what the benches have written down; called in the project's folder. */
writeFileSync('docs/performance.md', describePerformance(records));
