import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './project.mjs';

/**
 * Writes the site's style sheet as one small file, which each page carries in itself: docs/decisions/0011.
 *
 * @param {string} file
 */
export async function buildStyles(file) {
  // Loaded only now: they are there once everything is installed.
  const { default: postcss } = await import('postcss');
  const { default: tailwind } = await import('@tailwindcss/postcss');
  const from = join(projectRoot, 'app/globals.css');
  const styles = postcss([tailwind({ base: projectRoot, optimize: { minify: true } })]);
  const { css } = await styles.process(await readFile(from, 'utf8'), { from });
  await writeFile(file, css.replace(/^\/\*![^]*?\*\/\s*/, ''));
}
