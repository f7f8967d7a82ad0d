import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashContents } from '../start/content-hash.mjs';
import { findFreePort } from '../start/ports.mjs';
import { PlainFailure, projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import { Service } from '../start/service.mjs';

const folder = 'tools/bench/bare';
const sources = ['package-lock.json', 'tsconfig.json'].concat(
  ['app', 'middleware.ts', 'next.config.mjs', 'tsconfig.json'].map((name) => `${folder}/${name}`),
);

/** Builds the bare page unless its sources are unchanged. */
async function buildBarePage() {
  const stamp = join(projectRoot, folder, '.next/.built-from');
  const hash = await hashContents(projectRoot, sources);
  if ((await readFile(stamp, 'utf8').catch(() => undefined)) === hash) return;
  console.log('Building the bare page …');
  const next = join(projectRoot, 'node_modules/next/dist/bin/next');
  const { code, output } = await runProgram(process.execPath, [next, 'build', folder], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\nThe bare page could not be built; see above.`);
  await writeFile(stamp, hash);
}

/** A page for comparison. */
interface ReferencePage {
  readonly url: string;
  readonly server: Service;
}

async function withServer<Result>(
  name: string,
  entry: string,
  variables: Record<string, string>,
  callback: (reference: ReferencePage) => Promise<Result>,
): Promise<Result> {
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}/`;
  const environment = { ...process.env, ...variables, NODE_ENV: 'production' as const, PORT: port };
  const server = new Service({ name, entry, health: url, environment });
  try {
    await server.waitUntilHealthy();
    return await callback({ url, server });
  } finally {
    await server.stop();
  }
}

/** Calls `callback` while Next serves the bare page, and node:http the same bytes (`floor` in the records). */
export async function withBarePages<Result>(
  callback: (pages: { bare: ReferencePage; floor: ReferencePage }) => Promise<Result>,
): Promise<Result> {
  await buildBarePage();
  return withServer('bare', `${folder}/server.mjs`, { NEXT_TELEMETRY_DISABLED: '1' }, (bare) =>
    withServer('floor', `${folder}/static-server.mjs`, { PAGE_URL: bare.url }, (floor) => callback({ bare, floor })),
  );
}
