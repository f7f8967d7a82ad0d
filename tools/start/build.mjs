import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle, bundleAndWatch, bundleSplit } from './bundle.mjs';
import { hashContents } from './content-hash.mjs';
import { PlainFailure, projectRoot } from './project.mjs';
import { compressFiles } from './compress-files.mjs';
import { runProgram } from './run-program.mjs';
import { writeScriptManifest } from './script-manifest.mjs';

/** Next's output folder; another one keeps a second build beside the first. */
export const siteFolder = process.env['NEXT_DIST_DIR'] || '.next';

const always = ['package-lock.json', 'tsconfig.json', 'lib', 'messages'];

/**
 * @typedef {object} Part
 * @property {string} name shown while it is built
 * @property {string} folder its output
 * @property {readonly string[]} sources files and folders that its output depends on
 * @property {(hash: string) => Promise<void>} build is given a hash of the sources
 */

/** Each server. */
const serverEntries = {
  front: 'front/main.ts',
  'receipt-pdf': 'front/receipt-pdf/worker.ts',
  backend: 'backend/main.ts',
  banks: 'sandbox/simulators/main.ts',
};

/** The backend, and the sandbox as its own file, which the backend loads only where the sandbox is on. */
export const backendEntries = { backend: 'backend/main.ts', sandbox: 'sandbox/entry.ts' };

async function buildServers() {
  const folder = join(projectRoot, 'dist');
  const { backend: _split, ...others } = serverEntries;
  // A start reads its settings with the configuration.
  await bundle({ ...others, configuration: 'lib/configuration/start.ts' }, folder);
  await bundleSplit(backendEntries, folder);
}

/** @type {Part} */
const servers = {
  name: 'the servers',
  folder: 'dist',
  sources: [...always, 'front', 'backend', 'sandbox', 'tools/start/bundle.mjs', 'tools/start/build.mjs'],
  build: buildServers,
};

/** @type {Part} */
const site = {
  name: 'the site (this takes a minute)',
  folder: siteFolder,
  sources: [
    ...always,
    'app',
    'components',
    'public',
    'middleware.ts',
    'next.config.js',
    'postcss.config.mjs',
    'tailwind.config.ts',
    'tools/start/build.mjs',
    'tools/start/compress-files.mjs',
    'tools/start/script-manifest.mjs',
  ],
  build: buildSite,
};

/**
 * Derives a value for one purpose from the sources only.
 *
 * @param {string} hash of the sources
 * @param {string} purpose
 */
function deriveValue(hash, purpose) {
  return createHash('sha256').update(`${purpose} ${hash}`).digest();
}

/**
 * Replaces the random keys of Next's preview mode, so that the same sources build the same files. The site does not use preview mode, so
 * the keys need not be secret.
 *
 * @param {string} folder Next's output
 * @param {string} hash of the sources
 */
async function replacePreviewKeys(folder, hash) {
  /** @type {{ preview: Record<string, string> }} */
  const { preview } = JSON.parse(await readFile(join(folder, 'prerender-manifest.json'), 'utf8'));
  for (const name of ['prerender-manifest.json', 'server/preview-props.json']) {
    const file = join(folder, name);
    let text = await readFile(file, 'utf8');
    for (const [key, value] of Object.entries(preview)) {
      text = text.replaceAll(value, deriveValue(hash, key).toString('hex').slice(0, value.length));
    }
    await writeFile(file, text);
  }
}

/** @param {string} hash of the sources: replaces what Next would generate at random */
async function buildSite(hash) {
  const next = join(projectRoot, 'node_modules/next/dist/bin/next');
  const { code, output } = await runProgram(process.execPath, [next, 'build'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // Without 'ad', which ad blockers search for in URLs.
      SITE_BUILD_ID: deriveValue(hash, 'build id').toString('hex').slice(0, 20).replaceAll('a', 'g'),
      // There are no server actions.
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: deriveValue(hash, 'server actions').toString('base64'),
    },
  });
  if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\nThe site could not be built; see above.`);
  const folder = join(projectRoot, siteFolder);
  await replacePreviewKeys(folder, hash);
  await compressFiles(join(folder, 'static'));
  await writeScriptManifest(folder);
}

/**
 * Builds a part that is not built yet or whose sources have changed since; the stamp is written last, so that an interrupted build is done again.
 *
 * @param {Part} part
 * @param {(line: string) => void} say
 */
async function buildPart({ name, folder, sources, build }, say) {
  const stamp = join(projectRoot, folder, '.built-from');
  const hash = await hashContents(projectRoot, sources);
  const built = await readFile(stamp, 'utf8').catch(() => undefined);
  if (built === hash) return;
  say(`Building ${name} …`);
  await rm(stamp, { force: true });
  await build(hash);
  await writeFile(stamp, hash);
}

/** Builds the servers if they are stale, which takes a second. @param {(line: string) => void} say */
export function buildServersWhenStale(say) {
  return buildPart(servers, say);
}

/** The bundles of `npm run dev`, separate from those of `npm start`. */
export const developmentFolder = 'dist/dev';

/**
 * Builds the servers for development, and rebuilds them when their sources change.
 *
 * @param {(entries: readonly string[]) => void} onChange receives the paths of the changed bundles, relative to the project
 */
export function watchServers(onChange) {
  return bundleAndWatch(serverEntries, join(projectRoot, developmentFolder), (names) =>
    onChange(names.map((name) => `${developmentFolder}/${name}.mjs`)),
  );
}

/** Builds all parts that are stale. @param {(line: string) => void} say */
export async function buildWhenStale(say) {
  await buildPart(servers, say);
  await buildPart(site, say);
}
