import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { describeLogLine, isNextBanner, readLines } from './log-lines.mjs';
import { PlainFailure, projectRoot } from './project.mjs';

/** Milliseconds until a server must be healthy after its start, a database being created on a busy machine, and must have exited after SIGTERM. */
const startTimeoutMs = 180_000;
const stopTimeoutMs = 15_000;

/**
 * @typedef {object} ServiceDescription
 * @property {string} name
 * @property {string} entry bundle, relative to `folder`
 * @property {string} [folder] working directory, absolute; by default the project's
 * @property {string} health URL that returns 200 once the server is ready
 * @property {readonly string[]} [flags] of Node
 * @property {NodeJS.ProcessEnv} environment
 */

/** A server in its own process. */
export class Service {
  /** @type {string} */ name;
  /** @type {string} */ #health;
  /** @type {import('node:child_process').ChildProcess} */ #child;
  #stopTimeoutMs = stopTimeoutMs;
  #isStopping = false;
  #hasExited = false;
  /** Resolves to the reason when the process has exited: a signal, an exit code or an error. @type {Promise<string>} */
  exited;

  /**
   * @param {ServiceDescription} description
   * @param {(line: string) => void} [log] receives each line of its output
   */
  constructor({ name, entry, folder = projectRoot, health, flags = [], environment }, log = console.log) {
    this.name = name;
    this.#health = health;
    this.#stopTimeoutMs += Number(environment['DRAIN_SECONDS'] || 0) * 1000;
    const preload = pathToFileURL(join(projectRoot, 'tools/start/exit-with-parent.mjs')).href;
    this.#child = spawn(process.execPath, [...flags, '--import', preload, join(folder, entry)], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A separate process group: Ctrl-C in the terminal reaches only this process, which stops the servers in order.
      detached: true,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream !== null) readLines(stream, (line) => isNextBanner(line) || log(describeLogLine(name, line)));
    }
    this.exited = new Promise((resolve) => {
      this.#child.on('error', (error) => resolve(error.message));
      this.#child.on('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    void this.exited.then(() => (this.#hasExited = true));
  }

  /** Resolves only if the process exits without `stop` or `kill`. @returns {Promise<string>} the reason */
  async unexpectedExit() {
    const reason = await this.exited;
    return this.#isStopping ? new Promise(() => {}) : reason;
  }

  /** @throws {PlainFailure} if it exits or does not become healthy in time */
  async waitUntilHealthy() {
    const deadline = Date.now() + startTimeoutMs;
    while (Date.now() < deadline) {
      if (this.#hasExited)
        throw new PlainFailure(`ebill: the ${this.name} stopped while starting (${await this.exited}).`);
      const response = await fetch(this.#health, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      if (response?.status === 200) return;
      await pause(40);
    }
    throw new PlainFailure(`ebill: the ${this.name} did not answer ${this.#health} within ${startTimeoutMs / 1000} s.`);
  }

  /** Stops it gracefully, and kills it after a timeout. */
  async stop() {
    this.#isStopping = true;
    if (this.#hasExited) return;
    this.#child.kill('SIGTERM');
    const killTimer = setTimeout(() => this.kill(), this.#stopTimeoutMs);
    await this.exited;
    clearTimeout(killTimer);
  }

  kill() {
    this.#isStopping = true;
    this.send('SIGKILL');
  }

  /** @param {NodeJS.Signals} signal */
  send(signal) {
    this.#child.kill(signal);
  }

  get pid() {
    return this.#child.pid;
  }
}
