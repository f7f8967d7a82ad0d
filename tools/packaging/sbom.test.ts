import { listPackages, selectComponents } from './sbom.mjs';

const component = (name: string, path = `node_modules/${name}`) => ({
  'bom-ref': `${name}@1.0.0`,
  name,
  version: '1.0.0',
  purl: `pkg:npm/${name}@1.0.0`,
  properties: [{ name: 'cdx:npm:package:path', value: path }],
  licenses: [{ license: { id: 'MIT' } }],
});
const whole = {
  bomFormat: 'CycloneDX',
  serialNumber: 'urn:uuid:random',
  metadata: { timestamp: 'now', tools: [{ name: 'cli' }], component: component('ebill', '') },
  components: [component('zod'), component('next'), component('cookie', 'node_modules/a/node_modules/cookie')],
  dependencies: [
    { ref: 'ebill@1.0.0', dependsOn: ['zod@1.0.0', 'next@1.0.0'] },
    { ref: 'zod@1.0.0', dependsOn: [] },
    { ref: 'next@1.0.0', dependsOn: ['zod@1.0.0'] },
    { ref: 'cookie@1.0.0', dependsOn: ['next@1.0.0', 'zod@1.0.0'] },
  ],
};
const archive = { name: 'ebill-backend', version: '0.1.0' };

test('row 48: the bill of materials of an archive has the packages in it, and no others', () => {
  const held = new Set(['node_modules/zod', 'node_modules/a/node_modules/cookie']);
  const { components, dependencies, metadata } = selectComponents(whole, archive, held);
  expect(components.map(({ name }) => name)).toEqual(['zod', 'cookie']);
  expect(metadata.component).toMatchObject({ name: 'ebill-backend', version: '0.1.0' });
  expect(dependencies).toEqual([
    { ref: 'ebill-backend@0.1.0', dependsOn: ['zod@1.0.0', 'cookie@1.0.0'] },
    { ref: 'zod@1.0.0', dependsOn: [] },
    { ref: 'cookie@1.0.0', dependsOn: ['zod@1.0.0'] },
  ]);
});

test('it is the same for the same archive', () => {
  const text = JSON.stringify(selectComponents(whole, archive, null));
  expect(text).not.toMatch(/random|now/);
  expect(JSON.parse(text).components).toHaveLength(3);
});

test('the package of a file', () => {
  const files = [
    'node_modules/zod/v4/index.js',
    'node_modules/@fastify/formbody/formbody.js',
    'node_modules/a/node_modules/@b/c/d.js',
    'lib/domain/money.ts',
  ];
  expect([...listPackages(files)]).toEqual([
    'node_modules/zod',
    'node_modules/@fastify/formbody',
    'node_modules/a/node_modules/@b/c',
  ]);
});
