import { setTimeout as pause } from 'node:timers/promises';
import { Service, type ServiceDescription } from '../start/service.mjs';

/** Milliseconds that a server gets to exit or to come back. */
const timeoutMs = 60_000;

/** A server that is restarted whenever it ends without having been told to, as an operator's supervisor does. */
export class SupervisedService {
  readonly #description: ServiceDescription;
  readonly #log: (line: string) => void;
  #service: Service | undefined;
  /** How it ended each time: a signal's name, or an exit code. */
  readonly exits: string[] = [];

  constructor(description: ServiceDescription, log: (line: string) => void) {
    this.#description = description;
    this.#log = log;
  }

  async start() {
    const service = new Service(this.#description, this.#log);
    this.#service = service;
    void service.unexpectedEnd().then((how) => {
      this.exits.push(how);
      // waitUntilHealthy reports one that cannot start again.
      this.start().catch((error: unknown) => this.#log(String(error)));
    });
    await service.waitUntilHealthy();
  }

  get pid() {
    return this.#service?.pid;
  }

  send(signal: NodeJS.Signals) {
    this.#service?.send(signal);
  }

  /** Resolves when it has exited that many times. */
  async waitForExits(times: number) {
    const deadline = Date.now() + timeoutMs;
    while (this.exits.length < times) {
      if (Date.now() > deadline) throw new Error(`${this.#description.name} does not exit`);
      await pause(10);
    }
  }

  async waitUntilHealthy() {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const response = await fetch(this.#description.health, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      await response?.arrayBuffer().catch(() => null);
      if (response?.status === 200) return;
      if (Date.now() > deadline) throw new Error(`${this.#description.name} does not come back`);
      await pause(30);
    }
  }

  /** Stops it; returns how it ended. */
  async stop(): Promise<string | undefined> {
    await this.#service?.stop();
    return this.#service?.ended;
  }

  async restart() {
    await this.stop();
    await this.start();
  }
}
