import { join } from 'node:path';
import { PlainFailure, projectRoot } from '../../start/project.mjs';
import { runProgram } from '../../start/run-program.mjs';
import { chooseEnvironment, withFolder } from '../stack.mjs';
import { withNpmStart } from './start.mjs';

/**
 * How long `npm start` takes in a fresh clone of what is committed: packages from npm's cache or from the registry, a build, a new store.
 *
 * @returns {Promise<Omit<import('../records').CloneRecord, 'machine' | 'isQuick'>>}
 */
export function measureClone() {
  return withFolder(async (folder) => {
    const clone = join(folder, 'ebill');
    const { code, output } = await runProgram('git', ['clone', '--quiet', projectRoot, clone]);
    if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\nThere is no clone to be had.`);
    const environment = await chooseEnvironment(folder);
    return withNpmStart({ cwd: clone, environment }, async ({ seconds }) => ({ first: seconds }));
  });
}
