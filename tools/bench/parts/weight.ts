import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainFailure, projectRoot } from '../../start/project.mjs';
import { runProgram } from '../../start/run-program.mjs';
import { withBarePages } from '../bare';
import { withStack } from '../../stack/stack';
import type { WeightRecord, Unmeasured } from '../records';

/** Measures the bytes that a browser fetches for each page, and for a bare Next page. */
export function measureWeight(): Promise<Unmeasured<WeightRecord>> {
  return withBarePages(({ bare }) =>
    withStack({}, async (stack, folder) => {
      const file = join(folder, 'weight.json');
      const { code } = await runProgram(
        process.execPath,
        [join(projectRoot, 'tools/test/test.mjs'), 'e2e', '--config', 'e2e/weight/playwright.config.ts'],
        {
          cwd: projectRoot,
          show: true,
          env: {
            ...process.env,
            E2E_SITE: stack.site,
            E2E_BACKEND: stack.backend,
            E2E_BANKS: stack.banks,
            BENCH_BARE: bare.url,
            BENCH_WEIGHT: file,
          },
        },
      );
      if (code !== 0) throw new PlainFailure('The weight of a page could not be measured; see above.');
      return JSON.parse(await readFile(file, 'utf8'));
    }),
  );
}
