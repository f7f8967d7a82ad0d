import { setTimeout as pause } from 'node:timers/promises';
import { Service, type ServiceDescription } from '../start/service.mjs';

/** Milliseconds until a server must have exited or restarted. */
const timeoutMs = 60_000;

/** A server that is restarted when it exits unexpectedly, as by a process supervisor. */
export class SupervisedService {
  readonly #description: ServiceDescription;
  readonly #log: (line: string) => void;
  #service: Service | undefined;
  /** The reason for each unexpected exit: a signal's name, or an exit code. */
  readonly exits: string[] = [];

  constructor(description: ServiceDescription, log: (line: string) => void) {
    this.#description = description;
    this.#log = log;
  }

  async start() {
    const service = new Service(this.#description, this.#log);
    this.#service = service;
    void service.unexpectedExit().then((reason) => {
      this.exits.push(reason);
      // waitUntilHealthy reports a server that fails to restart.
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

  /** Resolves when it has exited unexpectedly that many times. */
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
      if (Date.now() > deadline) throw new Error(`${this.#description.name} does not become healthy`);
      await pause(30);
    }
  }

  /** Stops it; returns the reason of the exit. */
  async stop(): Promise<string | undefined> {
    await this.#service?.stop();
    return this.#service?.exited;
  }

  async restart() {
    await this.stop();
    await this.start();
  }
}
