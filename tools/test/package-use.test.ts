import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const project = process.cwd();

/** The packages that the product is built with, and the folders and files that each is for. All of them import it. */
const uses: readonly (readonly [name: string, ...parts: string[]])[] = [
  ['next', 'app/', 'middleware.ts', 'front/'],
  ['react', 'app/', 'components/ui/', 'components/forms/', 'components/payment/', 'lib/stores/'],
  ['react-dom', 'components/'],
  ['zustand', 'lib/stores/'],
  ['zod', 'lib/domain/', 'lib/contract/', 'lib/server/'],
  ['react-hook-form', 'components/forms/'],
  ['@hookform/resolvers', 'components/forms/'],
  ['next-intl', 'app/', 'components/', 'lib/i18n/', 'next.config.js'],
  ['ky', 'lib/server/'],
  ['@playwright/test', 'playwright.config.ts', 'e2e/fixtures/', 'e2e/pages/'],
];

/** What Next, the front, Tailwind and Playwright load by themselves. A file that none of these leads to is not in use. */
const entryPoints =
  /^(app\/|middleware\.ts|front\/|next\.config\.js|tailwind\.config\.ts|playwright\.config\.ts|e2e\/)/;

/** A file, with what it imports. */
interface Module {
  readonly source: string;
  readonly dependencies: readonly {
    /** As written. */
    readonly module: string;
    /** The file. */
    readonly resolved: string;
    readonly couldNotResolve: boolean;
    readonly dependencyTypes: readonly string[];
  }[];
}

const isTest = (source: string) => /\.(test|fixture)\.tsx?$/.test(source);

/** Returns the files that the entry points lead to, without tests. Imports of types only lead nowhere. */
function findUsed(modules: readonly Module[]): ReadonlySet<string> {
  const bySource = new Map(modules.map((module) => [module.source, module]));
  const used = new Set<string>();
  const queue = modules.map(({ source }) => source).filter((source) => entryPoints.test(source) && !isTest(source));
  for (let source = queue.pop(); source !== undefined; source = queue.pop()) {
    if (used.has(source)) continue;
    used.add(source);
    for (const { resolved, dependencyTypes } of bySource.get(source)?.dependencies ?? []) {
      if (!dependencyTypes.includes('type-only')) queue.push(resolved);
    }
  }
  return used;
}

/** Returns the files in use of a part (a folder that ends with a slash, or a file) that import more than types of a package. */
function findImporters(modules: readonly Module[], name: string, part: string): readonly string[] {
  const used = findUsed(modules);
  return modules
    .filter(({ source }) => used.has(source) && (part.endsWith('/') ? source.startsWith(part) : source === part))
    .filter(({ dependencies }) =>
      dependencies.some(
        ({ module, couldNotResolve, dependencyTypes }) =>
          !couldNotResolve && !dependencyTypes.includes('type-only') && `${module}/`.startsWith(`${name}/`),
      ),
    )
    .map(({ source }) => source);
}

let modules: readonly Module[];

beforeAll(() => {
  const run = spawnSync(
    process.execPath,
    [
      join(project, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['--config', join(project, '.dependency-cruiser.mjs'), '--output-type', 'json'],
      ...new Set(uses.flatMap(([, ...parts]) => parts.map((part) => part.replace(/\/$/, '')))),
    ],
    { cwd: project, encoding: 'utf8', maxBuffer: 200_000_000 },
  );
  ({ modules } = JSON.parse(run.stdout) as { modules: Module[] });
}, 120_000);

test.each(uses.flatMap(([name, ...parts]) => parts.map((part) => [name, part] as const)))(
  '%s is imported by %s',
  (name, part) => {
    expect(findImporters(modules, name, part)).not.toEqual([]);
  },
);

// The check itself can fail.
describe('an import does not count', () => {
  const edge = (module: string, resolved = module, change: object = {}) => ({
    ...{ module, resolved, couldNotResolve: false, dependencyTypes: ['npm', 'import'] },
    ...change,
  });
  const page = { source: 'app/page.tsx', dependencies: [edge('./backend', 'lib/server/client.ts')] };
  const client = (change: object) => ({ source: 'lib/server/client.ts', dependencies: [edge('ky', 'ky', change)] });

  test('but a plain one in a file in use does', () => {
    expect(findImporters([page, client({})], 'ky', 'lib/server/')).toEqual(['lib/server/client.ts']);
  });

  test.each([
    ['of types only', [page, client({ dependencyTypes: ['npm', 'type-only', 'import'] })]],
    ['of a package that is not installed', [page, client({ couldNotResolve: true })]],
    ['of another package whose name begins alike', [page, client({ module: 'ky-universal' })]],
    ['in a file that no page leads to', [{ ...page, dependencies: [] }, client({})]],
    ['in a file that only a test leads to', [{ ...page, source: 'app/page.test.tsx' }, client({})]],
    ['in another part', [page, { ...client({}), source: 'lib/domain/client.ts' }]],
  ])('%s', (_name, graph) => {
    expect(findImporters(graph, 'ky', 'lib/server/')).toEqual([]);
  });
});

// What style sheets import is not in the graph.
test('tailwindcss makes the style sheet of every page', () => {
  const read = (file: string) => readFileSync(join(project, file), 'utf8');
  expect(read('app/globals.css')).toMatch(/^@import 'tailwindcss'/m);
  expect(read('app/globals.css')).toMatch(/^@config '\.\.\/tailwind\.config\.ts'/m);
  expect(read('app/layout.tsx')).toMatch(/^import '.\/globals.css'/m);
  expect(read('postcss.config.mjs')).toContain("'@tailwindcss/postcss'");
});

test('jest runs the tests of rules, screens and backend', () => {
  // This file runs in it.
  expect(process.env['JEST_WORKER_ID']).toBeDefined();
  const program = join(project, 'node_modules/jest/bin/jest.js');
  const run = spawnSync(process.execPath, [program, '--showConfig'], { cwd: project, encoding: 'utf8' });
  const { configs } = JSON.parse(run.stdout) as { configs: { displayName: { name: string } }[] };
  const names = configs.map(({ displayName }) => displayName.name);
  expect(names).toEqual(expect.arrayContaining(['rules', 'screens', 'backend']));
}, 60_000);
