import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorOf, findNpmCommands, readDocument } from './documented-commands';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Lists the files in some folders whose names match. */
function listFiles(folders: readonly string[], pattern: RegExp): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => pattern.test(file) && !file.includes('node_modules') && !file.includes('.next')),
  );
}

const documents = ['README.md', 'CHANGELOG.md', ...listFiles(['docs', 'e2e'], /\.md$/)].map((file) => ({
  file,
  ...readDocument(read(file)),
}));
const commands = documents.flatMap(({ file, code }) =>
  code.flatMap(findNpmCommands).map((command) => ({ file, ...command })),
);

/** Sources that define parameters, variables and ports. */
const sources = [
  ...listFiles(
    ['lib', 'tools', 'backend', 'cli', 'sandbox', 'e2e', 'deploy', 'front', 'examples'],
    /\.(mjs|cjs|ts|tsx|ya?ml|conf|service)$/,
  ),
  ...readdirSync(root).filter((file) => /\.(mjs|ts|js)$/.test(file)),
]
  .filter((file) => !file.endsWith('documented-commands.test.ts'))
  .map(read)
  .join('\n');

test('finds documents and commands', () => {
  expect(documents.length).toBeGreaterThan(20);
  expect(commands.length).toBeGreaterThan(60);
});

test('every npm command is a script of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(commands.filter(({ script }) => !Object.hasOwn(scripts, script))).toEqual([]);
  // The programs of the scripts exist.
  const programs = Object.values(scripts).flatMap((line) => line.match(/\b(?:tools|examples)\/[\w./-]+/g) ?? []);
  expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([]);
});

test('every documented step and part exists', () => {
  const steps = /export const steps = \{([\s\S]*)\n\};/.exec(read('tools/test/test-steps.mjs'))?.[1] ?? '';
  const parts: Readonly<Record<string, string>> = {
    test: steps,
    bench: read('tools/bench/main.ts'),
    docs: read('tools/docs/main.ts'),
  };
  const named = commands.flatMap(({ file, script, parameters: [name = ''] }) =>
    parts[script] !== undefined && /^[a-z]/.test(name) ? [{ file, script, name }] : [],
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ script, name }) => !new RegExp(`\\b${name}:`).test(parts[script] ?? ''))).toEqual([]);
});

test('every documented operator command exists', () => {
  const named = new Set(
    commands.filter(({ script }) => script === 'ops').flatMap(({ parameters: [name] }) => name ?? []),
  );
  expect(named.size).toBeGreaterThan(5);
  let usage = '';
  try {
    execFileSync(process.execPath, ['tools/start/run.mjs', 'cli/ops.ts'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    usage = String((error as { stderr: unknown }).stderr);
  }
  expect([...named].filter((name) => !new RegExp(`\\b${name}\\b`).test(usage))).toEqual([]);
});

test('every documented parameter exists', () => {
  const playwright = execFileSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '--help'], {
    cwd: root,
    encoding: 'utf8',
  });
  const stryker = '--mutate --testFiles';
  const unknown = commands.flatMap(({ file, script, parameters }) =>
    parameters
      .flatMap((word) => /^\W*(--[a-z][\w-]*)/.exec(word)?.[1] ?? [])
      .filter(
        (flag) =>
          ![sources, ...(script === 'e2e' ? [playwright] : []), ...(script === 'mutate' ? [stryker] : [])].some(
            (text) =>
              text.includes(flag) || text.includes(`'${flag.slice(2)}'`) || text.includes(`${flag.slice(2)}: { type:`),
          ),
      )
      .map((flag) => ({ file, script, flag })),
  );
  expect(unknown).toEqual([]);
});

test('every documented test project and title exists', () => {
  const selections = commands
    .filter(({ script }) => script === 'e2e')
    .flatMap(({ parameters }) => parameters.join(' '));
  const projects = selections.flatMap((words) => /--project=([\w-]+)/.exec(words)?.[1] ?? []);
  expect(projects.filter((name) => !read('playwright.config.ts').includes(`name: '${name}'`))).toEqual([]);
  const titles = selections.flatMap((words) => /--grep "([^"]+)"/.exec(words)?.[1] ?? []);
  expect(titles.length).toBeGreaterThan(0);
  expect(titles.filter((title) => !sources.includes(title))).toEqual([]);
});

test('every documented Node program exists or is built', () => {
  const programs = documents.flatMap(({ file, code }) =>
    code.flatMap((line) =>
      [...line.matchAll(/\bnode (?:--[\w=-]+ )*([\w/.-]+\.mjs)/g)].map(([, program = '']) => ({ file, program })),
    ),
  );
  expect(programs.length).toBeGreaterThan(1);
  const exists = (program: string) =>
    existsSync(join(root, program)) || (program.startsWith('dist/') && sources.includes(program));
  expect(programs.filter(({ program }) => !exists(program))).toEqual([]);
});

test('every documented file and folder exists', () => {
  const folderPaths =
    /^(app|components|lib|messages|front|backend|sandbox|e2e|deploy|docs|examples|public|tools)\/[\w@()[\]./-]*$/;
  // A superseded decision may name files that are gone.
  const current = documents.filter(({ file }) => !/^Superseded by /m.test(read(file)));
  const named = current.flatMap(({ file, code }) =>
    code.filter((text) => folderPaths.test(text)).map((path) => ({ file, path })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

test('every documented variable exists', () => {
  const variables = documents.flatMap(({ file, code }) =>
    code.flatMap((text) =>
      (text.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []).map((name) => ({ file, name })),
    ),
  );
  expect(variables.length).toBeGreaterThan(50);
  expect(variables.filter(({ name }) => !sources.includes(name))).toEqual([]);
});

test('every documented localhost port is one of a server', () => {
  const ports = documents.flatMap(({ file, code }) =>
    code.flatMap((text) =>
      [...text.matchAll(/(?:localhost|127\.0\.0\.1):(\d{4,5})/g)].map(([, port = '']) => ({ file, port })),
    ),
  );
  expect(ports.filter(({ port }) => !new RegExp(`\\b${port}\\b`).test(sources.replaceAll('_', '')))).toEqual([]);
});

test('every link has a target', () => {
  const broken = documents.flatMap(({ file, links }) =>
    links
      .filter((link) => {
        const [path = '', heading] = link.split('#');
        const target = path === '' ? file : join(dirname(file), path);
        if (!existsSync(join(root, target))) return true;
        if (heading === undefined || !target.endsWith('.md')) return false;
        const anchors = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => anchorOf(words));
        return !anchors.includes(heading);
      })
      .map((link) => `${file}: ${link}`),
  );
  expect(broken).toEqual([]);
});
