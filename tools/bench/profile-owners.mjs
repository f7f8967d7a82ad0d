import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../start/project.mjs';

/** @typedef {import('node:inspector').Profiler.Profile} Profile */
/** @typedef {import('node:inspector').Runtime.CallFrame} CallFrame */

/** Packages that are parts of one, by what a path under node_modules begins with. @type {readonly (readonly [RegExp, string])[]} */
const families = [
  [/^next\/dist\/compiled\/(react|scheduler)/, 'React'],
  [/^(react|react-dom|scheduler)\//, 'React'],
  [/^(next-intl|use-intl|intl-messageformat|icu-minify|@formatjs)\//, 'next-intl'],
  // intl-messageformat's own map names its sources without their package.
  [/^(core|formatters)\.ts$/, 'next-intl'],
];

/** What V8 calls its own doings. @type {ReadonlyMap<string, string>} */
const engine = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'Node, native'],
  ['(root)', 'Node, native'],
]);

/** Whose a file is. @param {string} path relative to the project, or `node:…` */
export function ownerOf(path) {
  if (path === '' || /^(node|wasm):/.test(path)) return 'Node';
  // What Turbopack puts into a build to load its modules.
  if (path.includes('turbopack:/')) return 'next';
  const inPackage = /(?:^|\/)node_modules\/(?!.*node_modules\/)(.*)$/.exec(path)?.[1];
  if (inPackage === undefined) return `ours, ${path.split('/')[0]}`;
  const family = families.find(([pattern]) => pattern.test(inPackage));
  if (family !== undefined) return family[1];
  return /^(@[^/]+\/)?[^/]+/.exec(inPackage)?.[0] ?? inPackage;
}

/** @type {Map<string, SourceMap | null>} */
const maps = new Map();

/** @param {string} file @returns {SourceMap | null} */
function findMap(file) {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const map = existsSync(`${file}.map`) ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))) : null;
  maps.set(file, map);
  return map;
}

/** Where a function was written, as a path relative to the project. @param {CallFrame} frame */
function findSource({ url, lineNumber, columnNumber }) {
  if (url === '' || /^(node|wasm):/.test(url)) return url;
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  const found = findMap(file)?.findEntry(lineNumber, columnNumber);
  const source = found !== undefined && 'originalSource' in found ? String(found.originalSource) : file;
  // Next's own bundles name their sources from their package.
  if (source.startsWith('webpack://next/'))
    return `node_modules/next/${source.slice('webpack://next/'.length)}`.replace('/./', '/');
  const path = source.startsWith('file:') ? fileURLToPath(source) : resolve(dirname(file), decodeURIComponent(source));
  return relative(projectRoot, path);
}

/**
 * Adds up for whom and for which file the processor worked: the time of each function itself, without what it calls.
 *
 * @param {Profile} profile
 * @returns {{ owners: ReadonlyMap<string, number>, files: ReadonlyMap<string, number> }} µs
 */
export function sumByOwner({ nodes, samples = [], timeDeltas = [] }) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  /** @type {Map<CallFrame, number>} */
  const times = new Map();
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame === undefined || frame.functionName === '(idle)') continue;
    times.set(frame, (times.get(frame) ?? 0) + Math.max(0, timeDeltas[index + 1] ?? 0));
  }
  /** @type {Map<string, number>} */
  const owners = new Map();
  /** @type {Map<string, number>} */
  const files = new Map();
  for (const [frame, time] of times) {
    const source = findSource(frame);
    const own = engine.get(frame.functionName);
    const owner = own ?? ownerOf(source);
    owners.set(owner, (owners.get(owner) ?? 0) + time);
    const file = own ?? (source === '' ? 'Node, built in' : source);
    files.set(file, (files.get(file) ?? 0) + time);
  }
  return { owners, files };
}
