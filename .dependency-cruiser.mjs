/*
 * Who may import whom. Between the rooms of this project nothing is allowed that is not listed here; every room may
 * import itself. `node` stands for Node's own modules, `packages: true` for any package: the rules at the end still
 * say which of them belong to one room alone.
 */

const rooms = [
  { room: 'lib/domain', packages: ['zod', 'card-validator', 'credit-card-type'] },
  { room: 'lib/contract', rooms: ['lib/domain'], packages: ['zod'] },
  { room: 'lib/configuration', rooms: ['lib/domain'], packages: ['zod'], node: true },
  { room: 'lib/http', node: true },
  {
    room: 'lib/telemetry',
    rooms: ['lib/domain'],
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
    room: 'lib/server',
    rooms: [
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
  { room: 'lib/stores', rooms: ['lib/domain'], packages: ['react', 'zod', 'zustand'] },
  { room: 'lib/i18n', rooms: ['lib/domain', 'messages'], packages: ['next', 'next-intl', 'react'] },
  { room: 'lib/analytics', rooms: ['lib/domain'], packages: ['react'] },
  { room: 'lib/theme', rooms: ['lib/domain'], packages: ['react'] },
  { room: 'lib/routes', rooms: ['lib/domain'] },
  { room: 'components/ui', packages: ['react'] },
  {
    room: 'components/forms',
    rooms: ['components/ui', 'lib/domain', 'lib/i18n'],
    packages: ['@hookform/resolvers', '@maskito', 'altcha-lib', 'next-intl', 'react', 'react-hook-form', 'zod'],
  },
  {
    // Every other noun; the second group of the pattern below is this one. Hooks for fields come from components/forms.
    room: 'components/((?!(?:ui|forms)/)[^/]+)',
    itself: 'components/$2',
    rooms: [
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
  { room: 'app', rooms: ['components', 'lib'], packages: true, node: true },
  {
    room: 'middleware',
    rooms: ['lib/domain', 'lib/routes', 'lib/i18n', 'lib/theme', 'lib/server', 'lib/telemetry'],
    packages: ['next'],
    node: true,
  },
  {
    room: 'front',
    rooms: ['lib/configuration', 'lib/domain', 'lib/http', 'lib/telemetry'],
    packages: ['next', 'zod'],
    node: true,
  },
  {
    room: 'backend',
    rooms: ['lib/configuration', 'lib/contract', 'lib/domain', 'lib/http', 'lib/telemetry', 'messages'],
    packages: true,
    node: true,
  },
  {
    room: 'sandbox',
    rooms: ['backend', 'lib/configuration', 'lib/contract', 'lib/domain', 'lib/telemetry'],
    packages: true,
    node: true,
  },
  {
    // The operator's commands: clients of the backend's operator routes, of the site and of the stores.
    room: 'cli',
    rooms: ['backend', 'lib/configuration', 'lib/contract', 'lib/domain', 'lib/server', 'tools/start'],
    packages: ['csv-parse', 'ioredis', 'pg', 'zod'],
    node: true,
  },
  {
    room: 'e2e',
    rooms: ['messages', 'lib/routes', 'lib/domain', 'sandbox/scenarios', 'examples'],
    packages: true,
    node: true,
  },
  // As strangers to the project: nothing of it is theirs to import.
  { room: 'examples', node: true },
  { room: 'messages', rooms: ['lib/domain'] },
  {
    room: 'tools',
    rooms: [
      'lib/configuration',
      'lib/contract',
      'lib/domain',
      'lib/i18n',
      'lib/routes',
      'lib/server',
      'lib/telemetry',
      'backend/db',
      'e2e',
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
const inRooms = (paths) => `^(${paths.join('|')})(/|(\\.test)?\\.[cm]?[jt]sx?$)`;

const allowed = rooms.flatMap(({ room, itself = room, rooms: others = [], packages = [], node = false }) => {
  const from = { path: inRooms([room]) };
  const rules = [{ from, to: { path: inRooms([itself, ...others]) } }];
  if (packages === true) rules.push({ from, to: { path: 'node_modules/' } });
  else if (packages.length > 0) rules.push({ from, to: { path: inPackages(packages) } });
  return node ? [...rules, { from, to: { dependencyTypes: ['core'] } }] : rules;
});

/** Packages that belong to one room alone. */
const owners = [
  { packages: ['ky', 'rate-limiter-flexible'], owner: 'lib/server' },
  { packages: ['ioredis'], owner: '(lib/server|cli|tools)' },
  { packages: ['fastify', '@fastify', 'kysely', '@electric-sql', 'nodemailer'], owner: '(backend|sandbox)' },
  { packages: ['intl-messageformat'], owner: 'backend' },
  { packages: ['pg'], owner: '(backend|cli|sandbox|tools)' },
  { packages: ['pino'], owner: 'lib/telemetry' },
  { packages: ['@opentelemetry'], owner: 'lib/telemetry' },
  { packages: ['prom-client'], owner: '(lib/telemetry|backend/metrics)' },
  { packages: ['react-hook-form', '@hookform', '@maskito'], owner: 'components/forms' },
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
