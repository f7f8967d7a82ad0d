import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { backendEntries, siteFolder } from '../start/build.mjs';
import { bundleAlone } from '../start/bundle.mjs';
import { projectRoot } from '../start/project.mjs';
import { listFiles, packFolder } from './archive.mjs';
import { listPackages, listProductionPackages, readSbom, selectComponents } from './sbom.mjs';

/** The unpacked archives, which the Dockerfiles copy. */
const folder = join(projectRoot, 'dist/package');

/** The archives. The sandbox's is unpacked over the backend's of the same version. */
export const archives = {
  site: join(projectRoot, 'dist/site.tar.gz'),
  backend: join(projectRoot, 'dist/backend.tar.gz'),
  sandbox: join(projectRoot, 'dist/sandbox.tar.gz'),
};
/** @typedef {keyof typeof archives} ArchiveName */

/** Parts of Next's output that no server reads: its cache, records and tools of the build, and the output of `npm run dev`. */
const unread =
  /^(build|cache|dev|types|diagnostics|trace(-build)?|turbopack|\.built-from|lock)(\/|$)|\.(map|nft\.json)$/;
/** Packages that Next would load for features that are off here: no image is fetched or optimised (next.config.js). */
const unused = /^node_modules\/(sharp|@img|detect-libc|semver|caniuse-lite)\//;

/** @param {string} from @param {string} to both absolute */
async function copyLists(from, to, /** @type {readonly string[]} */ files) {
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await cp(join(from, file), join(to, file), { recursive: true, verbatimSymlinks: true });
  }
}

/** Returns the files of one of Next's traces, relative to the project. @param {string} trace absolute @returns {Promise<string[]>} */
async function readTrace(trace) {
  /** @type {{ files: string[] }} */
  const { files } = JSON.parse(await readFile(trace, 'utf8'));
  return files.map((file) => relative(projectRoot, resolve(dirname(trace), file)).replaceAll('\\', '/'));
}

/** Next's entry point for a custom server. Its traces cover the servers that Next generates, which load fewer files at the start. */
const wayIn = 'node_modules/next/dist/server/next.js';
/** Modules that are reachable from the entry point, but used only to build or to change pages. */
const notServing =
  /^node_modules\/(?!next\/)|\/next\/dist\/(docs\/|esm\/|export\/|server\/dev\/|compiled\/(next-server|next-devtools|babel[\w-]*|webpack)\/|build\/(?!next-config-ts\/|output\/|[\w-]+\.js$))|setup-dev-bundler/;

/**
 * Returns the files that a start of Next loads besides those in its traces. @param {ReadonlySet<string>} traced @returns
 * {Promise<string[]>}
 */
async function traceStart(traced) {
  // The tracer that Next includes and uses; it has no types.
  /** @type {{ nodeFileTrace(entries: string[], how: object): Promise<{ fileList: Set<string> }> }} */
  const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft');
  const { fileList } = await nodeFileTrace([join(projectRoot, wayIn)], {
    base: projectRoot,
    processCwd: projectRoot,
    ignore: (/** @type {string} */ file) => !traced.has(file) && notServing.test(file),
  });
  return [...fileList].filter((file) => !traced.has(file));
}

/** Next's records of its configuration: they contain the paths of the build and its repository, which no server reads. */
const configurationRecords = ['required-server-files.json', 'required-server-files.js'];

/** @param {string} folder the archive's `.next` */
async function removeBuildFolders(folder) {
  for (const name of configurationRecords) {
    const file = join(folder, name);
    const text = await readFile(file, 'utf8');
    const built = JSON.stringify(projectRoot).slice(1, -1);
    await writeFile(file, text.replaceAll(built, '.').replace(/"repoRoot": "[^"]*"/, '"repoRoot": "."'));
  }
}

/** Returns the files of the library that writes PDFs. It loads its fonts by name, which no trace sees. @returns {Promise<string[]>} */
async function tracePdfLibrary() {
  /** @type {{ nodeFileTrace(entries: string[], how: object): Promise<{ fileList: Set<string> }> }} */
  const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft');
  const library = 'node_modules/pdfkit/js';
  const entry = join(projectRoot, library, 'pdfkit.node.mjs');
  const { fileList } = await nodeFileTrace([entry], { base: projectRoot, processCwd: projectRoot });
  const fonts = await listFiles(join(projectRoot, library, 'standard-fonts'));
  return [...fileList, ...fonts.map((file) => `${library}/standard-fonts/${file}`)];
}

async function packSite() {
  const to = join(folder, 'site');
  const built = join(projectRoot, siteFolder);
  const files = await listFiles(built);
  const traces = files.filter((file) => file.endsWith('.nft.json')).map((file) => join(built, file));
  const traced = new Set((await Promise.all(traces.map(readTrace))).flat());
  const packages = [...traced].filter((file) => file.startsWith('node_modules/') && !unused.test(file));
  await copyLists(projectRoot, to, [
    ...packages,
    ...(await traceStart(traced)),
    ...(await tracePdfLibrary()),
    'public',
  ]);
  await copyLists(
    built,
    join(to, '.next'),
    files.filter((file) => !unread.test(file)),
  );
  await removeBuildFolders(join(to, '.next'));
  await bundleAlone({ front: 'front/main.ts' }, join(to, 'dist'), { outside: ['next'] });
  await bundleAlone({ 'receipt-pdf': 'front/receipt-pdf/worker.ts' }, join(to, 'dist'), { outside: ['pdfkit'] });
}

/**
 * Returns the files that the backend loads if the sandbox is off, and those that only the sandbox loads.
 *
 * @param {import('esbuild').Metafile} metafile
 * @param {string} sandbox the sandbox's own file, as named in the metafile
 */
function separateSandbox({ outputs }, sandbox) {
  const production = new Set(
    Object.keys(outputs).filter((file) => outputs[file]?.entryPoint !== undefined && file !== sandbox),
  );
  // Iterating a set also visits the items that are added meanwhile.
  for (const file of production) {
    for (const { path } of outputs[file]?.imports ?? []) if (path in outputs && path !== sandbox) production.add(path);
  }
  const sources = [...production].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
  const foreign = sources.filter((source) => source.startsWith('sandbox/'));
  if (foreign.length > 0) throw new Error(`the backend's archive would hold ${foreign.join(', ')}`);
  return Object.keys(outputs).filter((file) => !production.has(file.replace(/\.map$/, '')));
}

/** The files that bundles were made from. @param {readonly import('esbuild').Metafile[]} metafiles */
const listSources = (metafiles) => metafiles.flatMap(({ inputs }) => Object.keys(inputs));

/**
 * Makes the folders of the backend and of the sandbox from one build, so that both load the same chunks.
 *
 * @returns {Promise<Set<string>>} `name@version` of the packages in them
 */
async function packBackend() {
  const to = join(folder, 'backend');
  const sandboxFolder = join(folder, 'sandbox');
  await rm(sandboxFolder, { recursive: true, force: true });
  const store = join(projectRoot, 'node_modules/@electric-sql/pglite');
  const entries = { ...backendEntries, ops: 'cli/ops.ts' };
  const metafile = await bundleAlone(entries, join(to, 'dist'), { outside: ['@electric-sql/pglite'], split: true });
  const sandboxFile = relative(projectRoot, join(to, 'dist/sandbox.mjs')).replaceAll('\\', '/');
  for (const file of separateSandbox(metafile, sandboxFile)) {
    const moved = join(sandboxFolder, relative(to, join(projectRoot, file)));
    await mkdir(dirname(moved), { recursive: true });
    await rename(join(projectRoot, file), moved);
  }
  const banks = await bundleAlone({ banks: 'sandbox/simulators/main.ts' }, join(sandboxFolder, 'dist'), {});
  const files = await listFiles(store);
  const needed = files.filter((file) => /^(package\.json|LICENSE.*|dist\/(fs\/)?[^/]+\.(js|wasm|data))$/.test(file));
  await copyLists(store, join(to, 'node_modules/@electric-sql/pglite'), needed);
  const sources = [...listSources([metafile, banks]), 'node_modules/@electric-sql/pglite/package.json'];
  return listPackages(sources, await readLock());
}

/** @returns {Promise<import('./sbom.mjs').Lock>} */
async function readLock() {
  return JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8'));
}

/**
 * @param {ArchiveName} name
 * @param {ReadonlySet<string>} packages `name@version` of what it holds
 * @returns {Promise<string>} a line: the archive, and how large it is
 */
async function pack(name, packages) {
  const unpacked = join(folder, name);
  const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  const own = { name: `ebill-${name}`, version };
  // The sandbox uses the backend's packages, and has its own bill of materials.
  if (name !== 'sandbox') {
    await writeFile(join(unpacked, 'package.json'), JSON.stringify({ ...own, private: true }));
  }
  const bill = selectComponents(await readSbom(), own, packages);
  await writeFile(
    join(unpacked, name === 'sandbox' ? 'sbom-sandbox.cdx.json' : 'sbom.cdx.json'),
    JSON.stringify(bill, null, 2),
  );
  await cp(join(projectRoot, 'LICENSE'), join(unpacked, 'LICENSE'));
  const archive = archives[name];
  await packFolder(unpacked, archive);
  const files = await listFiles(unpacked);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(unpacked, file))).size));
  const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const { size } = await stat(archive);
  return `dist/${name}.tar.gz  ${megabytes(size)}, unpacked ${megabytes(whole)} in ${files.length} files`;
}

/**
 * Packs the built site, or the backend and the sandbox from their sources.
 *
 * @param {'site' | 'backend'} name
 * @returns {Promise<string[]>} a line for each archive: its name, and how large it is
 */
export async function packProcess(name) {
  await rm(join(folder, name), { recursive: true, force: true });
  if (name === 'site') {
    await packSite();
    // Its bundles do not list their packages.
    return [await pack('site', listProductionPackages(await readLock()))];
  }
  const packages = await packBackend();
  return [await pack('backend', packages), await pack('sandbox', packages)];
}
