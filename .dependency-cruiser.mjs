/*
 * Who may import whom. Between the folders of this project only the imports listed here are allowed; every folder may
 * import itself. `node` means Node's own modules, `packages: true` for any package: the rules at the end still
 * state which of them belong to one folder only.
 */

const folders = [
  { folder: 'lib/domain', packages: ['zod', 'card-validator', 'credit-card-type'] },
  { folder: 'lib/contract', folders: ['lib/domain'], packages: ['zod'] },
  { folder: 'lib/configuration', folders: ['lib/domain'], packages: ['zod'], node: true },
  { folder: 'lib/http', node: true },
  {
    folder: 'lib/telemetry',
    folders: ['lib/domain'],
    packages: [
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace-base',
      'pino',
      'prom-client',
    ],
    node: true,
  },
  {
    folder: 'lib/server',
    folders: [
      'lib/analytics',
      'lib/configuration',
      'lib/contract',
      'lib/domain',
      'lib/i18n',
      'lib/routes',
      'lib/telemetry',
      'lib/theme',
    ],
    packages: true,
    node: true,
  },
  { folder: 'lib/stores', folders: ['lib/domain'], packages: ['react', 'zod', 'zustand'] },
  { folder: 'lib/i18n', folders: ['lib/domain', 'messages'], packages: ['next', 'next-intl', 'react'] },
  { folder: 'lib/analytics', folders: ['lib/domain'], packages: ['react'] },
  { folder: 'lib/theme', folders: ['lib/domain'], packages: ['react'] },
  { folder: 'lib/routes', folders: ['lib/domain'] },
  { folder: 'components/ui', packages: ['react'] },
  {
    folder: 'components/forms',
    folders: ['components/ui', 'lib/domain', 'lib/i18n'],
    packages: [
      '@hookform/resolvers',
      '@maskito',
      '@zootools',
      'altcha-lib',
      'next-intl',
      'react',
      'react-hook-form',
      'zod',
    ],
  },
  {
    // Every other noun; the second group of the pattern below is this one. Hooks for fields come from components/forms.
    folder: 'components/((?!(?:ui|forms)/)[^/]+)',
    itself: 'components/$2',
    folders: [
      'components/ui',
      'components/forms',
      'components/analytics',
      'components/payment/card',
      'components/layout',
      'lib/domain',
      'lib/stores',
      'lib/i18n',
      'lib/analytics',
      'lib/theme',
      'lib/routes',
    ],
    packages: ['bwip-js', 'jose', 'next', 'next-intl', 'react', 'react-dom', 'server-only'],
  },
  { folder: 'app', folders: ['components', 'lib'], packages: true, node: true },
  {
    folder: 'middleware',
    folders: ['lib/domain', 'lib/routes', 'lib/i18n', 'lib/theme', 'lib/server', 'lib/telemetry'],
    packages: ['next'],
    node: true,
  },
  {
    folder: 'front',
    folders: ['lib/configuration', 'lib/domain', 'lib/http', 'lib/telemetry', 'lib/theme'],
    packages: ['next', 'pdfkit', 'zod'],
    node: true,
  },
  {
    folder: 'backend',
    folders: ['lib/configuration', 'lib/contract', 'lib/domain', 'lib/http', 'lib/telemetry', 'lib/theme', 'messages'],
    packages: true,
    node: true,
  },
  {
    folder: 'sandbox',
    folders: ['backend', 'lib/configuration', 'lib/contract', 'lib/domain', 'lib/telemetry'],
    packages: true,
    node: true,
  },
  {
    // The operator's commands: clients of the backend's operator routes, of the site and of the stores.
    folder: 'cli',
    folders: ['backend', 'lib/configuration', 'lib/contract', 'lib/domain', 'lib/routes', 'lib/server', 'tools/start'],
    packages: ['csv-parse', 'ioredis', 'pg', 'zod'],
    node: true,
  },
  {
    folder: 'e2e',
    folders: ['messages', 'lib/routes', 'lib/domain', 'sandbox/scenarios', 'examples'],
    packages: true,
    node: true,
  },
  // As strangers to the project: nothing of it is theirs to import.
  { folder: 'examples', node: true },
  { folder: 'messages', folders: ['lib/domain'] },
  {
    folder: 'tools',
    folders: [
      'lib/configuration',
      'lib/contract',
      'lib/domain',
      'lib/i18n',
      'lib/routes',
      'lib/server',
      'lib/telemetry',
      'backend/db',
      'e2e',
      // The time limits, which must fit those of deploy/nginx.conf.
      'backend/gateways/settings',
      'front/server',
    ],
    packages: true,
    node: true,
  },
];

/** Files of the project's root that set up a tool. */
const configuration = String.raw`^[^/]+\.config\.(js|mjs|ts)$|^\.dependency-cruiser\.mjs$|^next-env\.d\.ts$`;
const tests = String.raw`\.(test|fixture)\.tsx?$|/test-[^/]+\.ts$|^sandbox/simulation/`;

/** @param {readonly string[]} names */
const inPackages = (names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/`;
/** @param {readonly string[]} paths */
const inFolders = (paths) => `^(${paths.join('|')})(/|(\\.test)?\\.[cm]?[jt]sx?$)`;

const allowed = folders.flatMap(({ folder, itself = folder, folders: others = [], packages = [], node = false }) => {
  const from = { path: inFolders([folder]) };
  const rules = [{ from, to: { path: inFolders([itself, ...others]) } }];
  if (packages === true) rules.push({ from, to: { path: 'node_modules/' } });
  else if (packages.length > 0) rules.push({ from, to: { path: inPackages(packages) } });
  return node ? [...rules, { from, to: { dependencyTypes: ['core'] } }] : rules;
});

/** Packages that belong to one folder only. */
const owners = [
  { packages: ['ky', 'rate-limiter-flexible'], owner: 'lib/server' },
  { packages: ['ioredis'], owner: '(lib/server|cli|tools)' },
  { packages: ['fastify', '@fastify', 'kysely', '@electric-sql', 'nodemailer'], owner: '(backend|sandbox)' },
  { packages: ['intl-messageformat'], owner: 'backend' },
  { packages: ['pg'], owner: '(backend|cli|sandbox|tools)' },
  { packages: ['pino'], owner: 'lib/telemetry' },
  { packages: ['@opentelemetry'], owner: 'lib/telemetry' },
  { packages: ['prom-client'], owner: '(lib/telemetry|backend/metrics)' },
  { packages: ['react-hook-form', '@hookform', '@maskito', '@zootools'], owner: 'components/forms' },
  { packages: ['altcha-lib'], owner: '(components/forms|lib/server|tools)' },
  { packages: ['zustand'], owner: 'lib/stores' },
  { packages: ['esbuild'], owner: 'tools' },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Type-only imports count: files that need the types of each other belong in one file, or share a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'not-found', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-server-code-in-the-browser',
      comment: 'A component gets what it shows as props; also over detours it reaches nothing of the server.',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^(lib/server|lib/contract|backend|sandbox)/', reachable: true },
    },
    {
      name: 'no-site-code-in-the-backend',
      severity: 'error',
      from: { path: '^(backend|cli|sandbox)/' },
      to: { path: inPackages(['next', 'next-intl', 'react', 'react-dom']) },
    },
    {
      name: 'no-gateway-code-in-the-simulators',
      comment:
        'A simulator is written from the published documents: a mistake of a gateway must not be repeated in it.',
      severity: 'error',
      from: { path: '^sandbox/simulators/', pathNot: tests },
      to: { path: '^backend/' },
    },
    {
      name: 'no-template-in-a-deployment',
      comment: 'The template of a gateway is of a provider that does not exist: tests run it, and nothing else does.',
      severity: 'error',
      from: { pathNot: [tests, '^(backend/gateways|sandbox/simulators)/template/'] },
      to: { path: '^(backend/gateways|sandbox/simulators)/template/' },
    },
    {
      name: 'no-build-tools-at-run-time',
      severity: 'error',
      from: { path: '^(app|backend|cli|components|front|lib|sandbox|middleware\\.ts)', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
    },
    ...owners.map(({ packages, owner }) => ({
      name: `only-${owner.replace(/\W+/g, '-')}-has-${packages[0]?.replace('@', '')}`,
      severity: /** @type {const} */ ('error'),
      from: { pathNot: [`^${owner}/`, configuration, tests] },
      to: { path: inPackages(packages) },
    })),
  ],
  allowed: [
    ...allowed,
    // The simulation's operators use the commands of real ones.
    { from: { path: '^sandbox/simulation/' }, to: { path: '^cli/(operator-client|settlement/)' } },
    // The backend's one import of the sandbox, at run time and only where it is on; its tests run in the sandbox.
    {
      from: { path: String.raw`^backend/load-sandbox\.ts$` },
      to: { path: String.raw`^sandbox/entry\.ts$`, dependencyTypes: ['dynamic-import'] },
    },
    { from: { path: `^(backend|cli)/.*(?:${tests})` }, to: { path: '^sandbox/' } },
    // A test may also use what tests are made with, and reads the words that it expects.
    { from: { path: tests }, to: { path: ['node_modules/', '^messages/'] } },
    { from: { path: tests }, to: { dependencyTypes: ['core'] } },
    {
      from: { path: configuration },
      to: { path: ['node_modules/', '^tools/test/system-chromium\\.cjs$', '^lib/theme/', configuration] },
    },
    { from: { path: configuration }, to: { dependencyTypes: ['core'] } },
    { from: { path: '^tools/mutation/' }, to: { path: String.raw`^jest\.config\.mjs$` } },
    { from: { path: String.raw`^playwright\.config\.ts$` }, to: { path: '^e2e/' } },
    {
      from: { path: String.raw`^e2e/[^/]+/playwright\.config\.ts$` },
      to: { path: String.raw`^playwright\.config\.ts$` },
    },
  ],
  allowedSeverity: 'error',
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: [
        // Only these: many packages are in a folder `dist`, and the rules are about packages, too.
        '^(tools/bench/bare/)?(\\.next[^/]*|dist|coverage|test-results|\\.data[^/]*|docs|public)/',
        '^next-env\\.d\\.ts$',
        '\\.css$',
      ],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
