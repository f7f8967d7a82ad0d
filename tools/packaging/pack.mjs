import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { siteFolder } from '../start/build.mjs';
import { bundleAlone } from '../start/bundle.mjs';
import { PlainFailure, projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';

/** What they hold, unpacked: the Dockerfiles take it from here. */
const folder = join(projectRoot, 'dist/package');

/** The two archives. */
export const archives = {
  site: join(projectRoot, 'dist/site.tar.gz'),
  backend: join(projectRoot, 'dist/backend.tar.gz'),
};

/** Of Next's output: its own cache, records and tools of the build, and what `npm run dev` has made, which no server reads. */
const unread =
  /^(build|cache|dev|types|diagnostics|trace(-build)?|turbopack|\.built-from|lock)(\/|$)|\.(map|nft\.json)$/;
/** Packages that Next would load for what is turned off here: no address is ever fetched and no picture made anew (next.config.js). */
const unused = /^node_modules\/(sharp|@img|detect-libc|semver|caniuse-lite)\//;

/** @param {string} from @param {string} to both absolute */
async function copyLists(from, to, /** @type {readonly string[]} */ files) {
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await cp(join(from, file), join(to, file), { recursive: true, verbatimSymlinks: true });
  }
}

/** @param {string} within absolute @returns {Promise<string[]>} every file in it, relative to it, a link as itself */
async function listFiles(within) {
  const entries = await readdir(within, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(within, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** What a trace of Next's names, relative to the project. @param {string} trace absolute @returns {Promise<string[]>} */
async function readTrace(trace) {
  /** @type {{ files: string[] }} */
  const { files } = JSON.parse(await readFile(trace, 'utf8'));
  return files.map((file) => relative(projectRoot, resolve(dirname(trace), file)).replaceAll('\\', '/'));
}

/**
 * Next's own way in for a server of one's own. Its traces are of the servers that it writes itself, which load less of it when they start.
 */
const wayIn = 'node_modules/next/dist/server/next.js';
/** What the way in leads to only where pages are built or changed, and not while they are served. */
const notServing =
  /^node_modules\/(?!next\/)|\/next\/dist\/(docs\/|esm\/|export\/|server\/dev\/|compiled\/(next-server|next-devtools|babel[\w-]*|webpack)\/|build\/(?!next-config-ts\/|output\/|[\w-]+\.js$))|setup-dev-bundler/;

/** What a start of Next loads beside what its traces name. @param {ReadonlySet<string>} traced @returns {Promise<string[]>} */
async function traceStart(traced) {
  // The tracer that Next itself brings and uses; it has no types.
  /** @type {{ nodeFileTrace(entries: string[], how: object): Promise<{ fileList: Set<string> }> }} */
  const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft');
  const { fileList } = await nodeFileTrace([join(projectRoot, wayIn)], {
    base: projectRoot,
    processCwd: projectRoot,
    ignore: (/** @type {string} */ file) => !traced.has(file) && notServing.test(file),
  });
  return [...fileList].filter((file) => !traced.has(file));
}

async function packSite() {
  const to = join(folder, 'site');
  const built = join(projectRoot, siteFolder);
  const files = await listFiles(built);
  const traces = files.filter((file) => file.endsWith('.nft.json')).map((file) => join(built, file));
  const traced = new Set((await Promise.all(traces.map(readTrace))).flat());
  const packages = [...traced].filter((file) => file.startsWith('node_modules/') && !unused.test(file));
  await copyLists(projectRoot, to, [...packages, ...(await traceStart(traced)), 'public']);
  await copyLists(
    built,
    join(to, '.next'),
    files.filter((file) => !unread.test(file)),
  );
  await bundleAlone({ front: 'front/main.ts' }, join(to, 'dist'), ['next']);
  return to;
}

async function packBackend() {
  const to = join(folder, 'backend');
  const store = join(projectRoot, 'node_modules/@electric-sql/pglite');
  await bundleAlone({ backend: 'backend/main.ts', ops: 'tools/operate/ops.ts' }, join(to, 'dist'), [
    '@electric-sql/pglite',
  ]);
  const files = await listFiles(store);
  const needed = files.filter((file) => /^(package\.json|LICENSE.*|dist\/(fs\/)?[^/]+\.(js|wasm|data))$/.test(file));
  await copyLists(store, join(to, 'node_modules/@electric-sql/pglite'), needed);
  return to;
}

/** @param {string} unpacked absolute @param {'site' | 'backend'} name of the archive @returns {Promise<string>} how large it is */
async function pack(unpacked, name) {
  const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  await writeFile(join(unpacked, 'package.json'), JSON.stringify({ name: `ebill-${name}`, version, private: true }));
  await cp(join(projectRoot, 'LICENSE'), join(unpacked, 'LICENSE'));
  const archive = archives[name];
  const { code, output } = await runProgram('tar', ['-czf', archive, '-C', unpacked, '.'], { cwd: projectRoot });
  if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\n${archive} could not be written; see above.`);
  const files = await listFiles(unpacked);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(unpacked, file))).size));
  const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const { size } = await stat(archive);
  return `dist/${name}.tar.gz  ${megabytes(size)}, unpacked ${megabytes(whole)} in ${files.length} files`;
}

/** @typedef {keyof typeof archives} Packed */

/** Packs a process as it was built. @param {Packed} name @returns {Promise<string>} a line: the archive, and how large it is */
export async function packProcess(name) {
  await rm(join(folder, name), { recursive: true, force: true });
  return pack(name === 'site' ? await packSite() : await packBackend(), name);
}
