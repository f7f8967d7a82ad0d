import { join } from 'node:path';
import { installWhenNeeded } from '../start/install.mjs';
import { PlainFailure, projectRoot, runCommand } from '../start/project.mjs';
import { runProgram, stopPrograms } from '../start/run-program.mjs';

/*
 * node tools/mutation/main.mjs                      runs every part of stryker.config.mjs, one after the other
 * node tools/mutation/main.mjs PART [parameters]    one part, with further parameters for Stryker
 */
const parts = ['domain', 'payments'];

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    stopPrograms('SIGTERM');
    process.exit(130);
  });
}

await runCommand(async () => {
  const [selected, ...parameters] = process.argv.slice(2);
  if (selected !== undefined && !parts.includes(selected)) {
    throw new PlainFailure(`There is no part '${selected}'. Parts: ${parts.join(', ')}`);
  }
  await installWhenNeeded(console.log);
  const stryker = join(projectRoot, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  let failed = 0;
  for (const part of selected === undefined ? parts : [selected]) {
    const { code } = await runProgram(
      process.execPath,
      [stryker, 'run', 'tools/mutation/stryker.config.mjs', ...parameters],
      {
        cwd: projectRoot,
        env: { ...process.env, MUTATED_PART: part },
        show: true,
      },
    );
    if (code !== 0) failed += 1;
  }
  return failed === 0 ? 0 : 1;
});
