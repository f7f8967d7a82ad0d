import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashContents } from '../start/content-hash.mjs';
import { findFreePort } from '../start/ports.mjs';
import { PlainFailure, projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import { withServices } from './stack.mjs';

const sources = ['package-lock.json', 'tsconfig.json'].concat(
  ['app', 'middleware.ts', 'next.config.mjs', 'tsconfig.json'].map((name) => `tools/bench/bare/${name}`),
);

/** Builds the bare page unless it is as its sources are. */
async function buildBarePage() {
  const stamp = join(projectRoot, 'tools/bench/bare/.next/.built-from');
  const hash = await hashContents(projectRoot, sources);
  if ((await readFile(stamp, 'utf8').catch(() => undefined)) === hash) return;
  console.log('Building the bare page …');
  const next = join(projectRoot, 'node_modules/next/dist/bin/next');
  const { code, output } = await runProgram(process.execPath, [next, 'build', 'tools/bench/bare'], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\nThe bare page could not be built; see above.`);
  await writeFile(stamp, hash);
}

/** @param {string} name @param {string} entry @param {Record<string, string>} [more] */
async function describeServer(name, entry, more = {}) {
  const port = String(await findFreePort());
  const environment = { ...process.env, NODE_ENV: /** @type {const} */ ('production'), PORT: port, ...more };
  return { name, entry, health: `http://127.0.0.1:${port}/`, environment };
}

/** @typedef {{ url: string, service: import('../start/service.mjs').Service }} Beside a page to compare with, and its server */

/**
 * Serves the bare page of Next, and the same bytes by Node alone, for the time of some work.
 *
 * @template Done
 * @param {(pages: { bare: Beside, floor: Beside }) => Promise<Done>} work
 */
export async function withBarePages(work) {
  await buildBarePage();
  const bare = await describeServer('bare', 'tools/bench/bare/server.mjs', { NEXT_TELEMETRY_DISABLED: '1' });
  return withServices([bare], async ([bareService]) => {
    const floor = await describeServer('floor', 'tools/bench/floor.mjs', { FLOOR_PAGE: bare.health });
    return withServices([floor], async ([floorService]) => {
      if (bareService === undefined || floorService === undefined) throw new Error('a server is missing');
      return work({
        bare: { url: bare.health, service: bareService },
        floor: { url: floor.health, service: floorService },
      });
    });
  });
}
