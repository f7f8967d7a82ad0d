import { mkdir, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { projectRoot } from './project.mjs';

/**
 * @param {Record<string, string>} entries output name without ending → entry file, relative to the project
 * @param {string} folder where the bundles go
 * @returns {import('esbuild').BuildOptions}
 */
const describeBuild = (entries, folder) => ({
  absWorkingDir: projectRoot,
  entryPoints: entries,
  outdir: folder,
  bundle: true,
  platform: 'node',
  target: 'node20',
  tsconfig: join(projectRoot, 'tsconfig.json'),
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
});

/** ES modules for Node; packages stay outside and come from node_modules. @satisfies {import('esbuild').BuildOptions} */
const asModules = {
  outExtension: { '.js': '.mjs' },
  packages: /** @type {const} */ ('external'),
  format: /** @type {const} */ ('esm'),
};

/**
 * @param {Record<string, string>} entries as for `describeBuild`
 * @param {string} folder where the bundles go
 * @param {import('esbuild').BuildOptions} how
 */
async function build(entries, folder, how) {
  // Not imported above: this file is also loaded before anything is installed.
  const esbuild = await import('esbuild');
  return esbuild.build({ ...describeBuild(entries, folder), ...how });
}

/**
 * Bundles TypeScript entries to ES modules for Node; packages stay outside and come from node_modules.
 *
 * @param {Record<string, string>} entries output name without ending → entry file, relative to the project
 * @param {string} folder where the bundles go
 * @param {import('esbuild').Plugin[]} [plugins]
 */
export async function bundle(entries, folder, plugins = []) {
  await build(entries, folder, { ...asModules, plugins });
}

/** Entries that run in one process load each module once: what several of them need is in files of its own, named by content. */
const splitting = { splitting: true, chunkNames: 'chunks/[hash]' };

/**
 * Bundles as `bundle` does, but puts what several entries need into `chunks/`. One entry may import another at run time.
 *
 * @param {Record<string, string>} entries as for `bundle`
 * @param {string} folder where the bundles go; its `chunks/` is emptied first
 */
export async function bundleSplit(entries, folder) {
  await rm(join(folder, 'chunks'), { recursive: true, force: true });
  await build(entries, folder, { ...asModules, ...splitting });
}

/**
 * Bundles as `bundle` does, and again after each change of a source, until the process ends. A build that fails says why and changes nothing.
 *
 * @param {Record<string, string>} entries as for `bundle`
 * @param {string} folder where the bundles go, absolute
 * @param {(names: readonly string[]) => void} onChange is given the output names that a later build has changed
 */
export async function bundleAndWatch(entries, folder, onChange) {
  const esbuild = await import('esbuild');
  await mkdir(folder, { recursive: true });
  /** @type {Map<string, string>} */
  const hashes = new Map();
  let isFirst = true;

  /** @param {readonly import('esbuild').OutputFile[]} files */
  async function writeChanged(files) {
    const changed = files.filter(({ path, hash }) => hashes.get(path) !== hash);
    for (const { path, hash, contents } of changed) {
      await writeFile(path, contents);
      hashes.set(path, hash);
    }
    const names = changed.map(({ path }) => basename(path)).filter((name) => name.endsWith('.mjs'));
    if (!isFirst && names.length > 0) onChange(names.map((name) => basename(name, '.mjs')));
    isFirst = false;
  }

  const context = await esbuild.context({
    ...describeBuild(entries, folder),
    ...asModules,
    write: false,
    plugins: [
      { name: 'write-changed', setup: ({ onEnd }) => onEnd(({ outputFiles = [] }) => writeChanged(outputFiles)) },
    ],
  });
  await context.rebuild();
  await context.watch();
}

/**
 * Bundles TypeScript entries with their packages, each into one file (`.cjs`) that starts in half the time. What has files of its own beside
 * its code stays outside.
 *
 * @param {Record<string, string>} entries as for `bundle`
 * @param {string} folder where the bundles go
 */
export async function bundleWhole(entries, folder) {
  const external = ['@electric-sql/pglite', 'pg-native'];
  await build(entries, folder, {
    outExtension: { '.js': '.cjs' },
    external,
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
  });
}

/** What packages of the older kind find beside them, which a bundle of ES modules has not. */
const asCommonJs = [
  "import { createRequire as bundledRequire } from 'node:module';",
  "import { dirname as bundledDirname } from 'node:path';",
  "import { fileURLToPath as bundledPath } from 'node:url';",
  'const require = bundledRequire(import.meta.url);',
  'const __filename = bundledPath(import.meta.url);',
  'const __dirname = bundledDirname(__filename);',
].join('');

/**
 * With splitting, a package of CommonJS that is imported at run time would be a file with a default export only: names what it exports.
 *
 * @param {readonly string[]} outside packages that stay in node_modules
 * @returns {import('esbuild').Plugin}
 */
const nameExports = (outside) => ({
  name: 'name-exports',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ kind, path, importer }) => {
      const isOurs = kind === 'dynamic-import' && !importer.includes('node_modules') && !path.startsWith('@/');
      return isOurs && !isBuiltin(path) && !outside.includes(path) ? { path, namespace: 'run-time-import' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'run-time-import' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => /^(?!default$|__esModule$)[\w$]+$/.test(name));
      return { contents: `export { ${names.join(', ')} } from ${JSON.stringify(path)};`, resolveDir: projectRoot };
    });
  },
});

/**
 * Bundles TypeScript entries with their packages into ES modules (`.mjs`) that need no node_modules but for what is named: each into one file,
 * or, split, with what several entries need in `chunks/`.
 *
 * @param {Record<string, string>} entries as for `bundle`
 * @param {string} folder where the bundles go
 * @param {{ outside?: readonly string[], split?: boolean }} how `outside`: packages that stay in node_modules
 * @returns {Promise<import('esbuild').Metafile>} which files were written, and from what
 */
export async function bundleAlone(entries, folder, { outside = [], split = false }) {
  const { metafile } = await build(entries, folder, {
    ...(split && { ...splitting, plugins: [nameExports(outside)] }),
    outExtension: { '.js': '.mjs' },
    external: [...outside, 'pg-native'],
    format: 'esm',
    banner: { js: asCommonJs },
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
  });
  if (metafile === undefined) throw new Error('esbuild has written no metafile');
  return metafile;
}
