import { spawn } from 'node:child_process';

/**
 * @typedef {object} ProgramOutcome
 * @property {number} code the exit code; 1 if a signal ended it or it could not be started
 * @property {string} output its stdout and stderr; empty if they were inherited
 */

/** Running programs, so that an interrupted command can stop them. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** @param {NodeJS.Signals} signal */
export function stopPrograms(signal) {
  for (const program of running) program.kill(signal);
}

/** Resolves when the programs that are now running have exited. */
export async function waitForPrograms() {
  await Promise.all([...running].map((program) => new Promise((resolve) => program.once('close', resolve))));
}

/**
 * Runs a program until it exits. Never rejects: a missing program has code 1.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, uid?: number, gid?: number }} [options] `show`: inherit stdout and stderr
 * @returns {Promise<ProgramOutcome>}
 */
export function runProgram(command, parameters, { show = false, ...options } = {}) {
  return new Promise((resolve) => {
    const program = spawn(command, parameters, {
      ...options,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    running.add(program);
    let output = '';
    for (const stream of [program.stdout, program.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    }
    program.on('error', (error) => {
      running.delete(program);
      resolve({ code: 1, output: `${output}${error.message}\n` });
    });
    program.on('close', (code) => {
      running.delete(program);
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Returns how to call npm: the same npm that runs this process, if any.
 *
 * @param {readonly string[]} parameters
 * @returns {{ command: string, parameters: string[] }}
 */
export function callNpm(parameters) {
  const running = process.env['npm_execpath'];
  if (running !== undefined && /npm-cli\.c?js$/.test(running)) {
    return { command: process.execPath, parameters: [running, ...parameters] };
  }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', parameters: [...parameters] };
}
