import { join } from 'node:path';
import { installWhenNeeded } from '../start/install.mjs';
import { projectRoot } from '../start/project.mjs';

/** They weigh more than all else together, so that nobody has them who neither measures nor runs the step `lighthouse`. */
const folder = join(projectRoot, 'tools/bench/tools');

/** Gives the folder of a package that the benches measure with. @param {'autocannon' | 'lighthouse'} name */
export const findTool = (name) => join(folder, 'node_modules', name);

/** Installs what the benches measure with, when it is not there yet. @param {(line: string) => void} say */
export const installTools = (say) => installWhenNeeded(say, folder);
