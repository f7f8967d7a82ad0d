import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const project = path.join(__dirname, '..', '..');
const run = promisify(execFile);

/** Generated and installed files, which are not copied. */
const notCopied = /^(\.git|\.data.*|\.next.*|\.swc|coverage|dist|node_modules|playwright-report|test-results)$/;

export interface ProjectCopy {
  /** Replaces text in a file of the copy. Throws if the file does not contain `from`. */
  readonly edit: (file: string, from: string | RegExp, to: string) => void;
  readonly create: (file: string, text: string) => void;
  /** Starts `npm run dev` in the copy. Resolves when it has printed its addresses. */
  readonly startDevelopment: () => Promise<DevelopmentServer>;
  readonly remove: () => void;
}

export interface DevelopmentServer {
  readonly site: string;
  readonly backend: string;
  readonly banks: string;
  /** Everything that it has printed. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** Copies the project into a new folder in `parent`, with hard links for the packages. */
export async function copyProject(parent: string): Promise<ProjectCopy> {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'copy-'));
  for (const name of readdirSync(project).filter((entry) => !notCopied.test(entry))) {
    cpSync(path.join(project, name), path.join(folder, name), { recursive: true });
  }
  await run('cp', ['-al', path.join(project, 'node_modules'), path.join(folder, 'node_modules')]);
  return {
    edit(file, from, to) {
      const target = path.join(folder, file);
      const text = readFileSync(target, 'utf8');
      const changed = text.replace(from, () => to);
      if (changed === text) throw new Error(`${file} does not contain ${from}`);
      writeFileSync(target, changed);
    },
    create: (file, text) => writeFileSync(path.join(folder, file), text),
    startDevelopment: () => startDevelopment(folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Finds different free ports. */
async function findFreePorts(count: number): Promise<readonly number[]> {
  const probes = Array.from({ length: count }, () => createServer());
  await Promise.all(probes.map((probe) => new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}

async function startDevelopment(folder: string): Promise<DevelopmentServer> {
  const [port, backendPort, banksPort] = await findFreePorts(3);
  const child = spawn(process.execPath, ['tools/start/start.mjs', '--dev'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'development',
      PORT: String(port),
      BACKEND_PORT: String(backendPort),
      BANKS_PORT: String(banksPort),
      DATA_DIR: path.join(folder, '.data'),
    },
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Ctrl-C stops everything.')) resolve();
      });
    }
  });
  await Promise.race([
    ready,
    exited.then(() => {
      throw new Error(`it exited while starting:\n${output}`);
    }),
  ]);
  return {
    site: `http://localhost:${port}`,
    backend: `http://127.0.0.1:${backendPort}`,
    banks: `http://127.0.0.1:${banksPort}`,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
