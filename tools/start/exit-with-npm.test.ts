import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const moduleUrl = pathToFileURL(join(__dirname, 'exit-with-npm.mjs')).href;
/** Prints 'ready', then 'SIGTERM' when it receives one, or 'timeout' after 3 s. */
const program = `
  import { exitWithNpm } from '${moduleUrl}';
  process.on('SIGTERM', () => { console.log('SIGTERM'); process.exit(); });
  setTimeout(() => { console.log('timeout'); process.exit(); }, 3000);
  exitWithNpm(() => process.env.STOPPING === 'yes');
  console.log('ready');
`;

/** Starts a shell that runs the program and waits for it, as npm's does. */
function startInShell(environment: Readonly<Record<string, string | undefined>>): ChildProcess {
  return spawn('sh', ['-c', `"${process.execPath}" --input-type=module --eval "$PROGRAM"; true`], {
    env: { ...process.env, ...environment, PROGRAM: program },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test.each([
  ['is stopped if npm started it', { npm_lifecycle_event: 'start' }, 'SIGTERM'],
  ['gets no second signal while it stops', { npm_lifecycle_event: 'start', STOPPING: 'yes' }, 'timeout'],
  ['continues if npm did not start it', { npm_lifecycle_event: undefined }, 'timeout'],
])('a process whose shell has exited %s', async (_case, environment, expected) => {
  const shell = startInShell(environment);
  const output: string[] = [];
  shell.stdout?.on('data', (chunk: Buffer) => {
    output.push(...chunk.toString().split('\n').filter(Boolean));
    if (output.at(-1) === 'ready') shell.kill('SIGKILL');
  });
  // The pipe closes when the program, which outlives its shell, exits.
  await once(shell.stdout ?? shell, 'close');
  expect(output).toEqual(['ready', expected]);
});
