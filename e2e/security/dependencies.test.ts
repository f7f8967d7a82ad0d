import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly license?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly optional?: boolean;
}

const root = process.cwd();
const text = (file: string): string => readFileSync(join(root, file), 'utf8');
const read = (file: string): unknown => JSON.parse(text(file));
const manifest = read('package.json') as Record<'dependencies' | 'devDependencies', Record<string, string>>;
const lock = read('package-lock.json') as { packages: Record<string, Package> };
const { packages } = lock;
/** The tools of the benchmarks are installed separately, on demand. */
const tools = read('tools/bench/tools/package-lock.json') as typeof lock;
const direct = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });

/** Whether a package is installed on the release platforms: Linux on x64 and arm64. */
function isForLinux({ os = ['linux'], cpu = ['x64'] }: Package): boolean {
  return os.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64'));
}

/** Returns whether one version, `1.2.3`, is lower than another; pre-release suffixes are ignored. */
function isBefore(version: string, other: string): boolean {
  const [a = [], b = []] = [version, other].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  const differs = a.findIndex((part, place) => part !== b[place]);
  return differs >= 0 && (a[differs] ?? 0) < (b[differs] ?? 0);
}

test.each(direct)('row 40: %s is pinned to one version', (name, version) => {
  // A second version of a package has its own entry.
  const [, pinned] = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(version) ?? [];
  expect(pinned).toBeDefined();
  expect(packages[`node_modules/${name}`]?.version).toBe(pinned);
});

test('row 40: what the lock file names can be nothing else', () => {
  const named = Object.entries(packages).filter(([path, { link, inBundle }]) => path !== '' && !link && !inBundle);
  expect(named.length).toBeGreaterThan(100);
  // Binaries of other platforms, for which a lock file that was written on this one has only the version.
  const unsealed = named.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
  expect(unsealed.filter(([, one]) => !one.optional || isForLinux(one)).map(([path]) => path)).toEqual([]);
  expect(named.filter(([, { version }]) => !/^\d+\.\d+\.\d+/.test(version ?? '')).map(([path]) => path)).toEqual([]);
});

test('row 40: Next is at 16.4.6 or newer, wherever it is installed', () => {
  const installed = Object.entries(packages).filter(([path]) => path.endsWith('node_modules/next'));
  expect(installed).not.toEqual([]);
  expect(installed.filter(([, { version = '0.0.0' }]) => isBefore(version, '16.4.6'))).toEqual([]);
});

test('row 48: no package comes from anywhere but the registry that is configured', () => {
  const locks = [packages, tools.packages].flatMap((one) => Object.entries(one));
  expect(locks.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(locks.filter(([, { link }]) => link).map(([path]) => path)).toEqual([]);
});

/** Why the install script of each package is not needed. */
const withoutTheirScripts: Readonly<Record<string, string>> = {
  'node_modules/esbuild': 'checks the binary that comes as a separate package',
  'node_modules/@swc/core': 'looks for a binary, which comes as a separate package',
  'node_modules/@parcel/watcher': 'builds what comes as a separate package',
};

test('row 48: no package runs a script when it is installed, and those that would are known', () => {
  expect(text('.npmrc').split('\n')).toContain('ignore-scripts=true');
  expect(text('tools/start/install.mjs')).toContain("'--ignore-scripts'");
  for (const file of ['deploy/Dockerfile.site', 'deploy/Dockerfile.backend']) {
    expect(text(file)).toMatch(/^COPY package\.json package-lock\.json \.npmrc /m);
  }
  const locks = [packages, tools.packages].flatMap((one) => Object.entries(one));
  const running = locks.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  expect(running.sort()).toEqual(Object.keys(withoutTheirScripts).sort());
});

const freely = ['MIT', 'MIT-0', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'];
/** Licences with conditions, of transitive packages: each with the path of its package. */
const underConditions: Readonly<Record<string, RegExp>> = {
  // Tests of accessibility; and the compiler of style sheets, which runs at build time. Neither is changed here.
  'MPL-2.0': /(?:^|\/)node_modules\/(?:axe-core|lightningcss)/,
  // Next's image optimiser, which is off; its library is linked, not changed.
  'LGPL-3.0-or-later': /node_modules\/@img\/sharp/,
  // A table of browsers.
  'CC-BY-4.0': /node_modules\/caniuse-lite$/,
  // The load generator's compression, MIT and this one, which requires no more than MIT.
  Zlib: /node_modules\/pako$/,
  // Their package.json names none: Lighthouse's has a LICENSE that reads as BSD-3-Clause, that of pdfkit's reader of images the MIT license.
  '': /node_modules\/(?:parse-cache-control|png-js)$/,
};

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
