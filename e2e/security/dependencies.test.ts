import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  readonly license?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly optional?: boolean;
}

const root = process.cwd();
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const manifest = read('package.json') as Record<'dependencies' | 'devDependencies', Record<string, string>>;
const lock = read('package-lock.json') as { packages: Record<string, Package> };
const { packages } = lock;
const direct = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });

/** Tells whether one version, `1.2.3`, comes before another; what follows a hyphen is left out. */
function isBefore(version: string, other: string): boolean {
  const [a = [], b = []] = [version, other].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  const differs = a.findIndex((part, place) => part !== b[place]);
  return differs >= 0 && (a[differs] ?? 0) < (b[differs] ?? 0);
}

test.each(direct)('row 40: %s is pinned to one version', (name, version) => {
  // A second version of a package stands under its own name.
  const [, pinned] = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(version) ?? [];
  expect(pinned).toBeDefined();
  expect(packages[`node_modules/${name}`]?.version).toBe(pinned);
});

test('row 40: what the lock file names can be nothing else', () => {
  const named = Object.entries(packages).filter(([path, { link, inBundle }]) => path !== '' && !link && !inBundle);
  expect(named.length).toBeGreaterThan(100);
  // Built files of other systems, of which a lock file that was made on this one knows the version alone.
  const unsealed = named.filter(([, { integrity, optional }]) => !/^sha512-/.test(integrity ?? '') && !optional);
  expect(unsealed.map(([path]) => path)).toEqual([]);
  expect(named.filter(([, { version }]) => !/^\d+\.\d+\.\d+/.test(version ?? '')).map(([path]) => path)).toEqual([]);
});

test('row 40: Next is at 16.4.6 or newer, wherever it is installed', () => {
  const installed = Object.entries(packages).filter(([path]) => path.endsWith('node_modules/next'));
  expect(installed).not.toEqual([]);
  expect(installed.filter(([, { version = '0.0.0' }]) => isBefore(version, '16.4.6'))).toEqual([]);
});

const freely = ['MIT', 'MIT-0', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'];
/** Licences with conditions, for what is not ours to choose: each with where it stands. */
const underConditions: Readonly<Record<string, RegExp>> = {
  // Tests of accessibility; and the compiler of style sheets, which runs at build time. Neither is changed here.
  'MPL-2.0': /(?:^|\/)node_modules\/(?:axe-core|lightningcss)/,
  // Next's image optimiser, which is off; its library is linked, not changed.
  'LGPL-3.0-or-later': /node_modules\/@img\/sharp/,
  // A table of browsers.
  'CC-BY-4.0': /node_modules\/caniuse-lite$/,
  // The load generator's compression, MIT and this one, which asks no more than MIT does.
  Zlib: /node_modules\/pako$/,
  // Lighthouse's; it names none, and its LICENSE reads as BSD-3-Clause.
  '': /node_modules\/parse-cache-control$/,
};

/** What the benches measure with is installed apart, by who runs them. */
const tools = read('tools/bench/tools/package-lock.json') as typeof lock;

test('row 40: every package is under a licence that may be used here', () => {
  const others = [...Object.entries(packages), ...Object.entries(tools.packages)].filter(([path, { license = '' }]) => {
    const parts = license.replace(/[()]/g, '').split(/ AND | OR /);
    return (
      path !== '' &&
      !parts.every((part) => freely.includes(part) || part === 'CC0-1.0' || underConditions[part]?.test(path))
    );
  });
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});
