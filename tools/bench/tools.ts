import { join } from 'node:path';
import { installWhenNeeded } from '../start/install.mjs';
import { projectRoot } from '../start/project.mjs';

/** Large packages that only the benchmarks and the step `lighthouse` need. */
const folder = join(projectRoot, 'tools/bench/tools');

/** Returns the folder of a package. */
export const findTool = (name: 'autocannon' | 'lighthouse') => join(folder, 'node_modules', name);

/** Installs the packages if they are missing. */
export const installTools = (log: (line: string) => void) => installWhenNeeded(log, folder);
