import { join } from 'node:path';
import { projectRoot } from './project.mjs';

/**
 * @param {Record<string, string>} entries output name without ending → entry file, relative to the project
 * @param {string} folder where the bundles go
 * @param {import('esbuild').BuildOptions} how
 */
async function build(entries, folder, how) {
  // Not imported above: this file is also loaded before anything is installed.
  const esbuild = await import('esbuild');
  await esbuild.build({
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
    ...how,
  });
}

/**
 * Bundles TypeScript entries to ES modules for Node; packages stay outside and come from node_modules.
 *
 * @param {Record<string, string>} entries output name without ending → entry file, relative to the project
 * @param {string} folder where the bundles go
 * @param {import('esbuild').Plugin[]} [plugins]
 */
export function bundle(entries, folder, plugins = []) {
  return build(entries, folder, { outExtension: { '.js': '.mjs' }, packages: 'external', format: 'esm', plugins });
}

/**
 * Bundles TypeScript entries with their packages, each into one file (`.cjs`) that starts in half the time. What has files of its own beside
 * its code stays outside.
 *
 * @param {Record<string, string>} entries as for `bundle`
 * @param {string} folder where the bundles go
 */
export function bundleWhole(entries, folder) {
  const external = ['@electric-sql/pglite', 'pg-native'];
  return build(entries, folder, {
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
 * Bundles TypeScript entries with their packages, each into one ES module (`.mjs`) that needs no node_modules but for what is named.
 *
 * @param {Record<string, string>} entries as for `bundle`
 * @param {string} folder where the bundles go
 * @param {readonly string[]} outside packages that stay in node_modules
 */
export function bundleAlone(entries, folder, outside) {
  return build(entries, folder, {
    outExtension: { '.js': '.mjs' },
    external: [...outside, 'pg-native'],
    format: 'esm',
    banner: { js: asCommonJs },
    minifySyntax: true,
    minifyWhitespace: true,
  });
}
