import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const tested = pathToFileURL(join(__dirname, 'exit-with-npm.mjs')).href;
/** Says when it stands, and how it was told to leave; without that it ends after 3 s by itself. */
const program = `
  import { exitWithNpm } from '${tested}';
  process.on('SIGTERM', () => { console.log('told'); process.exit(); });
  setTimeout(() => { console.log('stayed'); process.exit(); }, 3000);
  exitWithNpm(() => process.env.LEAVING === 'yes');
  console.log('stands');
`;

/** A shell that runs the program as npm's does, and waits for it. */
function startByShell(environment: Readonly<Record<string, string | undefined>>): ChildProcess {
  return spawn('sh', ['-c', `"${process.execPath}" --input-type=module --eval "$PROGRAM"; true`], {
    env: { ...process.env, ...environment, PROGRAM: program },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test.each([
  ['npm', { npm_lifecycle_event: 'start' }, 'told'],
  ['npm, and is leaving', { npm_lifecycle_event: 'start', LEAVING: 'yes' }, 'stayed'],
  ['somebody else', { npm_lifecycle_event: undefined }, 'stayed'],
])('a process whose shell is gone was started by %s', async (_by, environment, said) => {
  const shell = startByShell(environment);
  const heard: string[] = [];
  shell.stdout?.on('data', (chunk: Buffer) => {
    heard.push(...chunk.toString().split('\n').filter(Boolean));
    if (heard.at(-1) === 'stands') shell.kill('SIGKILL');
  });
  // The pipe is closed when the program has ended, which outlives its shell.
  await once(shell.stdout ?? shell, 'close');
  expect(heard).toEqual(['stands', said]);
});
