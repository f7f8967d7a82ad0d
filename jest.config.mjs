import nextJest from 'next/jest.js';

const withNext = nextJest({ dir: './' });

/** Packages that ship ES modules only, or load more of themselves by `import()`: Jest must compile them before it can load them. */
const esModulesOnly = [
  '@formatjs/[^/]+',
  '@opentelemetry/otlp-exporter-base',
  'intl-messageformat',
  'jose',
  'ky',
  'next-intl',
  'use-intl',
  'icu-minify',
  'oauth4webapi',
];

const moduleNameMapper = {
  '^@/(.*)$': '<rootDir>/$1',
  // Outside a bundler the package throws on purpose; this is the file that a server bundle gets.
  '^server-only$': '<rootDir>/node_modules/server-only/empty.js',
};

/** @param {import('jest').Config} project */
async function compiled(project) {
  const config = await withNext({
    ...project,
    moduleNameMapper: { ...moduleNameMapper, ...project.moduleNameMapper },
  })();
  // A build has its own package.json files, with the same names.
  const modulePathIgnorePatterns = [
    '<rootDir>/.next',
    '<rootDir>/tools/bench/bare/.next',
    '<rootDir>/dist',
    '<rootDir>/.data',
    '<rootDir>/test-results',
  ];
  return {
    ...config,
    // Not in the temporary folder, which is another one for each run of `npm test`.
    cacheDirectory: '<rootDir>/node_modules/.cache/jest',
    modulePathIgnorePatterns,
    transformIgnorePatterns: [`/node_modules/(?!(${esModulesOnly.join('|')})/)`],
  };
}

/** Tests of the embedded store's own folder, and of the sandbox, which runs on that store: not run again on a PostgreSQL server. */
const ofTheEmbeddedStore = ['/backend/db/folder-lock', '/cli/backup-commands', '/sandbox/'];

/** @returns {Promise<import('jest').Config>} */
export default async function config() {
  const ignored = ['/node_modules/', '/.next/', '/dist/'];
  const sharedTests = String.raw`\.shared\.test\.ts$`;
  return {
    // A worker keeps some of each test file's modules: one that has run hundreds of files is replaced before it has no memory left.
    workerIdleMemoryLimit: '1GB',
    projects: [
      await compiled({
        displayName: 'rules',
        testEnvironment: 'node',
        testMatch: [
          '<rootDir>/{lib,front,tools,messages,app,components,e2e,examples}/**/*.test.ts',
          '<rootDir>/*.test.ts',
        ],
        testPathIgnorePatterns: [...ignored, sharedTests],
      }),
      // What several processes share: only on the Redis at TEST_REDIS_URL.
      ...(process.env.TEST_REDIS_URL
        ? [
            await compiled({
              displayName: 'shared',
              testEnvironment: 'node',
              testMatch: ['<rootDir>/{lib,app}/**/*.shared.test.ts'],
              testPathIgnorePatterns: ignored,
            }),
          ]
        : []),
      await compiled({
        displayName: 'screens',
        testEnvironment: 'jsdom',
        setupFilesAfterEnv: ['<rootDir>/components/jest-setup.cjs'],
        testMatch: ['<rootDir>/{components,app,lib}/**/*.test.tsx'],
        testPathIgnorePatterns: ignored,
      }),
      await compiled({
        displayName: 'backend',
        testEnvironment: '<rootDir>/backend/db/jest-environment.cjs',
        setupFilesAfterEnv: ['<rootDir>/backend/db/jest-setup.cjs'],
        moduleNameMapper: { '^@electric-sql/pglite$': '<rootDir>/backend/db/jest-pglite.cjs' },
        testMatch: ['<rootDir>/{backend,cli,sandbox}/**/*.test.ts'],
        testPathIgnorePatterns: process.env.TEST_DATABASE_URL ? [...ignored, ...ofTheEmbeddedStore] : ignored,
      }),
    ],
  };
}
