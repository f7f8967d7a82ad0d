import { join } from 'node:path';
import { projectRoot } from './project.mjs';

/**
 * Bundles TypeScript entries to ES modules for Node; packages stay outside and come from node_modules.
 *
 * @param {Record<string, string>} entries output name without ending → entry file, relative to the project
 * @param {string} folder where the bundles go
 * @param {import('esbuild').Plugin[]} [plugins]
 */
export async function bundle(entries, folder, plugins = []) {
  // Not imported above: this file is also loaded before anything is installed.
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: projectRoot,
    entryPoints: entries,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    tsconfig: join(projectRoot, 'tsconfig.json'),
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    plugins,
  });
}
