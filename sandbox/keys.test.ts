import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadSandboxKeys } from './keys';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ebill-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the sandbox’s keys', () => {
  it('are generated once, readable only by their owner', () => {
    const keys = loadSandboxKeys(folder);
    expect(loadSandboxKeys(folder)).toEqual(keys);
    expect(readdirSync(join(folder, 'keys'))).toEqual(['sandbox.json']);
    expect(statSync(join(folder, 'keys', 'sandbox.json')).mode & 0o077).toBe(0);
  });

  it('are the same for processes that start at the same time', async () => {
    const module = join(process.cwd(), 'node_modules', `.keys-${process.pid}.mjs`);
    execFileSync(join('node_modules', '.bin', 'esbuild'), [
      ...[
        join('sandbox', 'keys.ts'),
        '--bundle',
        '--platform=node',
        '--format=esm',
        '--packages=external',
        '--log-level=error',
      ],
      `--outfile=${module}`,
    ]);
    try {
      const script = `import { loadSandboxKeys } from ${JSON.stringify(module)};
        console.log(JSON.stringify(loadSandboxKeys(${JSON.stringify(folder)})));`;
      const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
      const started = await Promise.all([start(), start()]);
      const keys = started.map(({ stdout }) => JSON.parse(stdout));
      expect(keys).toEqual([keys[0], keys[0]]);
      expect(readdirSync(join(folder, 'keys'))).toEqual(['sandbox.json']);
    } finally {
      rmSync(module, { force: true });
    }
  }, 60_000);

  it('do not overwrite a foreign file', () => {
    loadSandboxKeys(folder);
    writeFileSync(join(folder, 'keys', 'sandbox.json'), '{}');
    expect(() => loadSandboxKeys(folder)).toThrow();
  });
});
