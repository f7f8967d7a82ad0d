import { relative } from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { readCoveredIds } from './coverage';
import { sentences } from './sentences';

interface CoveringTest {
  readonly location: string;
  readonly isPassed: boolean;
}

/**
 * Prints each sentence of the specification with its tests and their results, and fails a run in which a test of a sentence did not pass.
 * Prints nothing when no such test ran.
 */
export default class CoverageReporter implements Reporter {
  private readonly tests = new Map<string, CoveringTest[]>();

  onTestEnd(test: TestCase, result: TestResult) {
    const { file, line } = test.location;
    const location = `${relative(__dirname, file)}:${line}`;
    // A failure that the test expects is a failure of the sentence.
    const isPassed = result.status === 'passed';
    for (const id of readCoveredIds(test.title)) {
      this.tests.set(id, [...(this.tests.get(id) ?? []), { location, isPassed }]);
    }
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    if (this.tests.size === 0) return undefined;
    const rows = Object.entries(sentences).map(([id, label]) => {
      const tests = this.tests.get(id) ?? [];
      const failed = tests.filter(({ isPassed }) => !isPassed);
      const result = tests.length === 0 ? 'not run' : failed.length > 0 ? 'FAILED' : 'passed';
      const locations = [...new Set((failed.length > 0 ? failed : tests).map(({ location }) => location))];
      return { line: [id.padEnd(8), result.padEnd(8), label.padEnd(80), locations.join(', ')].join(' '), result };
    });
    const count = (result: string) => rows.filter((row) => row.result === result).length;
    const summary = `${count('passed')} passed, ${count('FAILED')} failed, ${count('not run')} not run`;
    console.log(
      ['', 'Sentences of the specification', ...rows.map(({ line }) => line.trimEnd()), summary, ''].join('\n'),
    );
    return { status: status === 'passed' && count('FAILED') > 0 ? 'failed' : status };
  }

  printsToStdio() {
    return false;
  }
}
