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
  ['tailwindcss', 'tailwind.config.ts'],
  ['ky', 'lib/server/'],
  ['@playwright/test', 'playwright.config.ts', 'e2e/fixtures/', 'e2e/pages/'],
];

/** A file, with what it imports as written. */
interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly module: string; readonly couldNotResolve: boolean }[];
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
  const isTest = (source: string) => /\.(test|fixture)\.tsx?$/.test(source);
  const graph = JSON.parse(run.stdout) as { modules: Module[] };
  modules = graph.modules.filter(({ source }) => !isTest(source));
}, 120_000);

test.each(uses.flatMap(([name, ...parts]) => parts.map((part) => [name, part] as const)))(
  '%s is imported by %s',
  (name, part) => {
    const importers = modules
      .filter(({ source }) => (part.endsWith('/') ? source.startsWith(part) : source === part))
      .filter(({ dependencies }) =>
        dependencies.some(({ module, couldNotResolve }) => !couldNotResolve && `${module}/`.startsWith(`${name}/`)),
      );
    expect(importers).not.toEqual([]);
  },
);

// What style sheets import is not in the graph.
test('tailwindcss makes the style sheet of every page', () => {
  const read = (file: string) => readFileSync(join(project, file), 'utf8');
  expect(read('app/globals.css')).toMatch(/^@import 'tailwindcss'/m);
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
