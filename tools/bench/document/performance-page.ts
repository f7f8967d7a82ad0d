import { replaceBlock } from '../../docs/marked-block';
import type { PerformanceRecords } from '../records';
import { describeGoals } from './goals';
import { tables } from './tables';

/** Returns docs/performance.md with every generated table made from these records. Throws if it lacks one of the blocks. */
export function updatePerformancePage(document: string, records: PerformanceRecords): string {
  return Object.entries({ goals: describeGoals, ...tables }).reduce(
    (page, [name, describe]) => replaceBlock(page, name, describe(records)),
    document,
  );
}
