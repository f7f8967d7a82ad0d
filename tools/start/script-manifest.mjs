import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param {string} file relative to Next's output folder */
const toUrlPath = (file) => `/_next/${file.replaceAll('\\', '/')}`;

/** @param {string} file */
async function readJson(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}

/**
 * @param {string} folder Next's output
 * @returns {Promise<Record<string, string>>} SHA-256 of each script, base64, by the path under which it is served
 */
async function hashScripts(folder) {
  const names = await readdir(join(folder, 'static'), { recursive: true });
  const scripts = names.filter((name) => name.endsWith('.js')).sort();
  const entries = scripts.map(async (name) => {
    const content = await readFile(join(folder, 'static', name));
    return [toUrlPath(`static/${name}`), createHash('sha256').update(content).digest('base64')];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Precedes the JSON in a page's client reference manifest, which is a script that assigns it. */
const assignment = '"] = ';

/**
 * Lists the scripts that the HTML of each page loads: those of every page, of its layout and its own.
 *
 * @param {string} folder Next's output
 * @returns {Promise<Record<string, string[]>>} by route pattern
 */
async function listPageScripts(folder) {
  const { rootMainFiles, polyfillFiles } = await readJson(join(folder, 'build-manifest.json'));
  /** @type {Record<string, string>} */
  const routes = await readJson(join(folder, 'app-path-routes-manifest.json'));
  const pages = Object.entries(routes).filter(([file, pattern]) => file.endsWith('/page') && !pattern.startsWith('/_'));
  const entries = pages.map(async ([file, pattern]) => {
    const text = await readFile(join(folder, 'server/app', `${file}_client-reference-manifest.js`), 'utf8');
    const json = text.slice(text.indexOf(assignment) + assignment.length).replace(/;\s*$/, '');
    /** @type {{ entryJSFiles: Record<string, string[]> }} */
    const { entryJSFiles } = JSON.parse(json);
    const own = ['layout', file.slice(1)].flatMap((name) => entryJSFiles[`[project]/app/${name}`] ?? []);
    return [pattern, [...new Set([...polyfillFiles, ...rootMainFiles, ...own].map(toUrlPath))].sort()];
  });
  return Object.fromEntries((await Promise.all(entries)).sort());
}

/**
 * Writes `script-manifest.json`, to which `npm run ops -- integrity` compares a running site.
 *
 * @param {string} folder Next's output
 */
export async function writeScriptManifest(folder) {
  const [scripts, pages] = await Promise.all([hashScripts(folder), listPageScripts(folder)]);
  await writeFile(join(folder, 'script-manifest.json'), JSON.stringify({ scripts, pages }, null, 2));
}
