import { setTimeout as pause } from 'node:timers/promises';
import { Service } from './service.mjs';

/** @typedef {import('./service.mjs').ServiceDescription} ServiceDescription */

/** How long a server gets to come back, ms. */
const patienceMs = 60_000;

/** A server that is started again whenever it ends without having been told to, as an operator's supervisor does. */
export class Supervised {
  #description;
  #say;
  /** @type {Service | undefined} */
  #service;
  /** How it ended each time: a signal's name, or an exit code. @type {string[]} */
  deaths = [];

  /**
   * @param {ServiceDescription} description
   * @param {(line: string) => void} say
   */
  constructor(description, say) {
    this.#description = description;
    this.#say = say;
  }

  async start() {
    const service = new Service(this.#description, this.#say);
    this.#service = service;
    void service.unexpectedEnd().then((how) => {
      this.deaths.push(how);
      // One that cannot start again is seen by whoever waits for its health.
      this.start().catch((error) => this.#say(String(error)));
    });
    await service.waitUntilHealthy();
  }

  get name() {
    return this.#description.name;
  }

  get pid() {
    return this.#service?.pid;
  }

  /** @param {NodeJS.Signals} signal */
  send(signal) {
    this.#service?.send(signal);
  }

  /** Settles when it has died so often. @param {number} times */
  async died(times) {
    const deadline = Date.now() + patienceMs;
    while (this.deaths.length < times) {
      if (Date.now() > deadline) throw new Error(`${this.#description.name} does not die`);
      await pause(10);
    }
  }

  /** Settles when it answers its health check. */
  async healthy() {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const answer = await fetch(this.#description.health, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      if (answer?.status === 200) return;
      if (Date.now() > deadline) throw new Error(`${this.#description.name} does not come back`);
      await pause(30);
    }
  }

  /** @returns {Promise<string | undefined>} how it ended */
  async stop() {
    await this.#service?.stop();
    return this.#service?.ended;
  }

  /** As an upgrade does it: told to leave, waited for, and started again. */
  async restart() {
    await this.stop();
    await this.start();
  }
}
