import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { describeLogLine, isChatter, readLines } from './log-lines.mjs';
import { PlainFailure, projectRoot } from './project.mjs';

/** Milliseconds that a server gets to answer its health check, and to leave once told to. */
const startLimit = 60_000;
const stopLimit = 15_000;

/**
 * @typedef {object} ServiceDescription
 * @property {string} name
 * @property {string} entry bundle, relative to its folder
 * @property {string} [folder] that it runs in, absolute; without it the project's
 * @property {string} health URL that returns 200 once the server can serve
 * @property {readonly string[]} [flags] of Node
 * @property {NodeJS.ProcessEnv} environment
 */

/** A server in its own process. */
export class Service {
  /** @type {string} */ name;
  /** @type {string} */ #health;
  /** @type {import('node:child_process').ChildProcess} */ #child;
  #stopLimit = stopLimit;
  #leaving = false;
  #left = false;
  /** Settles when the process has ended, with how it ended. @type {Promise<string>} */
  ended;

  /**
   * @param {ServiceDescription} description
   * @param {(line: string) => void} [say] is given what it writes
   */
  constructor({ name, entry, folder = projectRoot, health, flags = [], environment }, say = console.log) {
    this.name = name;
    this.#health = health;
    this.#stopLimit += Number(environment['DRAIN_SECONDS'] || 0) * 1000;
    const before = pathToFileURL(join(projectRoot, 'tools/start/exit-with-parent.mjs')).href;
    this.#child = spawn(process.execPath, [...flags, '--import', before, join(folder, entry)], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A group of its own: Ctrl-C in the terminal reaches us alone, and we end the servers in their order.
      detached: true,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream !== null) readLines(stream, (line) => isChatter(line) || say(describeLogLine(name, line)));
    }
    this.ended = new Promise((resolve) => {
      this.#child.on('error', (error) => resolve(error.message));
      this.#child.on('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    void this.ended.then(() => (this.#left = true));
  }

  /** Settles only when the process ends without having been told to. @returns {Promise<string>} how it ended */
  async unexpectedEnd() {
    const how = await this.ended;
    return this.#leaving ? new Promise(() => {}) : how;
  }

  /** @throws {PlainFailure} when it ends or stays silent instead */
  async waitUntilHealthy() {
    const deadline = Date.now() + startLimit;
    while (Date.now() < deadline) {
      if (this.#left) throw new PlainFailure(`ebill: the ${this.name} stopped while starting (${await this.ended}).`);
      const answer = await fetch(this.#health, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status === 200) return;
      await pause(40);
    }
    throw new PlainFailure(`ebill: the ${this.name} did not answer ${this.#health} within ${startLimit / 1000} s.`);
  }

  /** Lets it finish what it has begun, and ends it by force when that takes too long. */
  async stop() {
    this.#leaving = true;
    if (this.#left) return;
    this.#child.kill('SIGTERM');
    const force = setTimeout(() => this.kill(), this.#stopLimit);
    await this.ended;
    clearTimeout(force);
  }

  kill() {
    this.#leaving = true;
    this.send('SIGKILL');
  }

  /** @param {NodeJS.Signals} signal such as SIGSTOP, under which it hangs until SIGCONT */
  send(signal) {
    this.#child.kill(signal);
  }

  /** Its process, and no other of this name. */
  get pid() {
    return this.#child.pid;
  }
}
