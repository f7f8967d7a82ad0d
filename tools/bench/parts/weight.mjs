import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainFailure, projectRoot } from '../../start/project.mjs';
import { runProgram } from '../../start/run-program.mjs';
import { withBarePages } from '../bare.mjs';
import { withFolder, withStack } from '../stack.mjs';

/**
 * What a payer's browser fetches, page by page, beside a bare page of Next.
 *
 * @returns {Promise<Omit<import('../records').WeightRecord, 'machine' | 'isQuick'>>}
 */
export function measureWeight() {
  return withBarePages(({ bare }) =>
    withStack({}, (stack) =>
      withFolder(async (folder) => {
        const file = join(folder, 'weight.json');
        const { code } = await runProgram(
          process.execPath,
          [join(projectRoot, 'tools/test/test.mjs'), 'e2e', '--config', 'playwright.bench.config.ts'],
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
        if (code !== 0) throw new PlainFailure('A page could not be weighed; see above.');
        return JSON.parse(await readFile(file, 'utf8'));
      }),
    ),
  );
}
