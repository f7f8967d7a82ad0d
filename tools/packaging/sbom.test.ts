import { listPackages, listProductionPackages, selectComponents } from './sbom.mjs';

const component = (name: string) => ({
  'bom-ref': `${name}@1.0.0`,
  name,
  version: '1.0.0',
  purl: `pkg:npm/${name}@1.0.0`,
  licenses: [{ license: { id: 'MIT' } }],
});
const sbom = {
  bomFormat: 'CycloneDX',
  serialNumber: 'urn:uuid:random',
  metadata: { timestamp: 'now', tools: [{ name: 'cli' }], component: component('ebill') },
  components: [component('zod'), component('next'), component('cookie')],
  dependencies: [
    { ref: 'ebill@1.0.0', dependsOn: ['zod@1.0.0', 'next@1.0.0'] },
    { ref: 'zod@1.0.0', dependsOn: [] },
    { ref: 'next@1.0.0', dependsOn: ['zod@1.0.0'] },
    { ref: 'cookie@1.0.0', dependsOn: ['next@1.0.0', 'zod@1.0.0'] },
  ],
};
const archive = { name: 'ebill-backend', version: '0.1.0' };

test('row 48: the bill of materials of an archive has the packages in it, and no others', () => {
  const packages = new Set(['zod@1.0.0', 'cookie@1.0.0']);
  const { components, dependencies, metadata } = selectComponents(sbom, archive, packages);
  expect(components.map(({ name }) => name)).toEqual(['zod', 'cookie']);
  expect(metadata.component).toMatchObject({ name: 'ebill-backend', version: '0.1.0' });
  expect(dependencies).toEqual([
    { ref: 'ebill-backend@0.1.0', dependsOn: ['zod@1.0.0', 'cookie@1.0.0'] },
    { ref: 'zod@1.0.0', dependsOn: [] },
    { ref: 'cookie@1.0.0', dependsOn: ['zod@1.0.0'] },
  ]);
});

test('a package that names its licence in a LICENSE file only has it in the bill of materials', () => {
  const { licenses: _none, ...reader } = component('png-js');
  const [named] = selectComponents(
    { ...sbom, components: [{ ...reader, 'bom-ref': 'png-js@2.0.0', version: '2.0.0' }] },
    archive,
    new Set(['png-js@2.0.0']),
  ).components;
  expect(named?.licenses).toEqual([{ license: { id: 'MIT' } }]);
});

test('a bill of materials has no time and no serial number', () => {
  const text = JSON.stringify(selectComponents(sbom, archive, new Set(['zod@1.0.0', 'next@1.0.0', 'cookie@1.0.0'])));
  expect(text).not.toMatch(/random|now/);
  expect(JSON.parse(text).components).toHaveLength(3);
});

test('packages of files have the name and version of the lock file', () => {
  const lock = {
    packages: {
      'node_modules/zod': { version: '4.6.7' },
      'node_modules/@fastify/formbody': { version: '9.0.1' },
      'node_modules/a/node_modules/@b/c': { version: '1.2.3' },
      'node_modules/typescript-native': { name: 'typescript', version: '7.0.2' },
    },
  };
  const files = [
    'node_modules/zod/v4/index.js',
    'node_modules/zod/v4/core.js',
    'node_modules/@fastify/formbody/formbody.js',
    'node_modules/a/node_modules/@b/c/d.js',
    'node_modules/typescript-native/bin/tsc',
    'lib/domain/money.ts',
  ];
  expect([...listPackages(files, lock)]).toEqual([
    'zod@4.6.7',
    '@fastify/formbody@9.0.1',
    '@b/c@1.2.3',
    'typescript@7.0.2',
  ]);
});

test('production packages exclude those that only development needs', () => {
  const lock = {
    packages: {
      '': { name: 'ebill', version: '0.1.0' },
      'node_modules/react': { version: '19.3.1' },
      'node_modules/jest': { version: '30.0.0', dev: true },
      'node_modules/jest/node_modules/react': { version: '18.0.0', dev: true },
    },
  };
  expect([...listProductionPackages(lock)]).toEqual(['react@19.3.1']);
});
