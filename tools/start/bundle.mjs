import { mkdir, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { projectRoot } from './project.mjs';

/**
 * @param {Record<string, string>} entries output name without extension → entry file, relative to the project
 * @param {string} folder output folder
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

/** ES modules for Node that load packages from node_modules. @satisfies {import('esbuild').BuildOptions} */
const moduleOptions = {
  outExtension: { '.js': '.mjs' },
  packages: /** @type {const} */ ('external'),
  format: /** @type {const} */ ('esm'),
};

/**
 * @param {Record<string, string>} entries as for `describeBuild`
 * @param {string} folder output folder
 * @param {import('esbuild').BuildOptions} options
 */
async function build(entries, folder, options) {
  // A dynamic import: this file is also loaded before packages are installed.
  const esbuild = await import('esbuild');
  return esbuild.build({ ...describeBuild(entries, folder), ...options });
}

/**
 * Bundles TypeScript entries into ES modules for Node that load packages from node_modules.
 *
 * @param {Record<string, string>} entries output name without extension → entry file, relative to the project
 * @param {string} folder output folder
 * @param {import('esbuild').Plugin[]} [plugins]
 */
export async function bundle(entries, folder, plugins = []) {
  await build(entries, folder, { ...moduleOptions, plugins });
}

/** Code that several entries share goes into chunks named by content hash, so that one process loads each module once. */
const splittingOptions = { splitting: true, chunkNames: 'chunks/[hash]' };

/**
 * Bundles as `bundle` does, with shared code in `chunks/`. One entry may import another at run time.
 *
 * @param {Record<string, string>} entries as for `bundle`
 * @param {string} folder output folder; its `chunks/` is removed first
 */
export async function bundleSplit(entries, folder) {
  await rm(join(folder, 'chunks'), { recursive: true, force: true });
  await build(entries, folder, { ...moduleOptions, ...splittingOptions });
}

/**
 * Bundles as `bundle` does, and again after each change of a source, until the process exits. A failed build is logged and changes nothing.
 *
 * @param {Record<string, string>} entries as for `bundle`
 * @param {string} folder output folder, absolute
 * @param {(names: readonly string[]) => void} onChange receives the output names that a later build has changed
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
    ...moduleOptions,
    write: false,
    plugins: [
      { name: 'write-changed', setup: ({ onEnd }) => onEnd(({ outputFiles = [] }) => writeChanged(outputFiles)) },
    ],
  });
  await context.rebuild();
  await context.watch();
}

/**
 * Bundles each TypeScript entry with its packages into one CommonJS file (`.cjs`), which starts in half the time. Packages that load data files
 * stay external.
 *
 * @param {Record<string, string>} entries as for `bundle`
 * @param {string} folder output folder
 */
export async function bundleCommonJs(entries, folder) {
  const external = ['@electric-sql/pglite', 'pg-native'];
  await build(entries, folder, {
    outExtension: { '.js': '.cjs' },
    external,
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
  });
}

/** Defines the globals of CommonJS, which a bundle of ES modules lacks and some packages need. */
const commonJsGlobals = [
  "import { createRequire as bundledRequire } from 'node:module';",
  "import { dirname as bundledDirname } from 'node:path';",
  "import { fileURLToPath as bundledPath } from 'node:url';",
  'const require = bundledRequire(import.meta.url);',
  'const __filename = bundledPath(import.meta.url);',
  'const __dirname = bundledDirname(__filename);',
].join('');

/**
 * With splitting, a CommonJS package that is imported dynamically has a default export only; this plugin adds its named exports.
 *
 * @param {readonly string[]} external packages that stay in node_modules
 * @returns {import('esbuild').Plugin}
 */
const addNamedExports = (external) => ({
  name: 'add-named-exports',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ kind, path, importer }) => {
      const isOwnImport = kind === 'dynamic-import' && !importer.includes('node_modules') && !path.startsWith('@/');
      return isOwnImport && !isBuiltin(path) && !external.includes(path)
        ? { path, namespace: 'run-time-import' }
        : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'run-time-import' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => /^(?!default$|__esModule$)[\w$]+$/.test(name));
      return { contents: `export { ${names.join(', ')} } from ${JSON.stringify(path)};`, resolveDir: projectRoot };
    });
  },
});

/**
 * Bundles TypeScript entries with their packages into ES modules (`.mjs`) that need no node_modules except for `outside`: one file each, or with
 * shared code in `chunks/`.
 *
 * @param {Record<string, string>} entries as for `bundle`
 * @param {string} folder output folder
 * @param {{ outside?: readonly string[], split?: boolean }} options `outside`: packages that stay in node_modules; `split`: shared code goes into `chunks/`
 * @returns {Promise<import('esbuild').Metafile>} which files were written, and from what
 */
export async function bundleAlone(entries, folder, { outside = [], split = false }) {
  const { metafile } = await build(entries, folder, {
    ...(split && { ...splittingOptions, plugins: [addNamedExports(outside)] }),
    outExtension: { '.js': '.mjs' },
    external: [...outside, 'pg-native'],
    format: 'esm',
    banner: { js: commonJsGlobals },
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
  });
  if (metafile === undefined) throw new Error('esbuild returned no metafile');
  return metafile;
}
