import { isInstalled, listUnverified } from './install.mjs';
import { describeUnsupportedNode } from './project.mjs';

const wanted = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/one': { version: '1.2.3', integrity: 'sha512-one' },
    'node_modules/for-another-platform': { version: '2.0.0', integrity: 'sha512-two', optional: true },
  },
};
const one = { version: '1.2.3', integrity: 'sha512-one' };

test.each([
  ['only a package for another platform is missing', { 'node_modules/one': one }, true],
  ['a package is missing', {}, false],
  ['a package has a different version', { 'node_modules/one': { ...one, version: '1.2.4' } }, false],
  ['a package has a different integrity hash', { 'node_modules/one': { ...one, integrity: 'sha512-other' } }, false],
])('%s', (_case, packages, expected) => {
  expect(isInstalled(wanted, { packages })).toBe(expected);
});

const locked = {
  packages: {
    'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
    'node_modules/one-darwin': { version: '1.0.0', optional: true },
    'node_modules/one-linux': { version: '1.0.0', optional: true, integrity: 'sha512-linux' },
  },
};

test('row 48: a package for which the lock file has no digest is named', () => {
  const onLinux = { 'node_modules/one': one, 'node_modules/one-linux': { ...one, optional: true } };
  const onMac = { 'node_modules/one': one, 'node_modules/one-darwin': { ...one, optional: true } };
  expect(listUnverified(locked, { packages: onLinux })).toEqual([]);
  expect(listUnverified(locked, { packages: onMac })).toEqual(['node_modules/one-darwin']);
});

test('a package for which the lock file has no digest is installed once', () => {
  const { 'node_modules/one-darwin': wanted } = locked.packages;
  const found = { ...wanted, integrity: 'sha512-any' };
  expect(isInstalled({ packages: { darwin: wanted } }, { packages: { darwin: found } })).toBe(true);
});

test.each([
  ['18.20.0', false],
  ['20.18.1', false],
  ['20.19.0', true],
  ['22.0.0', true],
])('Node %s is supported: %s', (version, expected) => {
  expect(describeUnsupportedNode(version) === undefined).toBe(expected);
});
