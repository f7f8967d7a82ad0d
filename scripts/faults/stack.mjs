import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../ports.mjs';
import { Service } from '../service.mjs';
import { readSettings } from '../settings.mjs';
import { describeServices } from '../stack.mjs';
import { openGatewayLine } from './gateway-line.mjs';

/** @typedef {import('../service.mjs').ServiceDescription} ServiceDescription */

/** How long a server gets to come back, and a control to answer, ms. */
const patienceMs = 60_000;

/**
 * Asks again where the connection fails, as one does that was kept alive and that the other side has just closed.
 *
 * @param {string} url
 * @param {RequestInit} [how]
 * @returns {Promise<Response>}
 */
export async function ask(url, how) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await fetch(url, { ...how, signal: AbortSignal.timeout(patienceMs) }).catch((error) => {
      if (Date.now() > deadline) throw error;
      return null;
    });
    if (answer !== null) return answer;
    await pause(30);
  }
}

/** A server that is started again whenever it ends without having been told to, as an operator's supervisor does. */
class Supervised {
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

  get pid() {
    return this.#service?.pid;
  }

  /** @param {NodeJS.Signals} signal */
  send(signal) {
    this.#service?.send(signal);
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

  async stop() {
    await this.#service?.stop();
  }
}

/**
 * The whole product as its operator runs it: site, backend and simulators, each a process of its own, with a line between the backend and
 * the gateways that can be cut.
 */
export class Stack {
  /** @type {string} */ folder;
  /** @type {string} */ site;
  /** @type {string} */ backend;
  /** @type {string} */ banks;
  /** @type {import('./gateway-line.mjs').GatewayLine} */ line;
  /** @type {Record<'backend' | 'banks' | 'site', Supervised>} */ processes;
  /** @type {(port: number) => ServiceDescription} */ #anotherBackend;
  /** The last lines that its processes wrote. @type {string[]} */
  lines = [];

  /**
   * @param {object} parts
   * @param {string} parts.folder
   * @param {import('../settings.mjs').Settings} parts.settings
   * @param {readonly ServiceDescription[]} parts.descriptions
   * @param {import('./gateway-line.mjs').GatewayLine} parts.line
   * @param {string} parts.entry of the backend
   */
  constructor({ folder, settings, descriptions, line, entry }) {
    this.folder = folder;
    this.line = line;
    this.site = settings.publicOrigin;
    this.backend = `http://127.0.0.1:${settings.backendPort}`;
    this.banks = `http://127.0.0.1:${settings.banksPort}`;
    const say = (/** @type {string} */ text) => {
      this.lines.push(text);
      if (this.lines.length > 200) this.lines.shift();
    };
    const describe = (/** @type {'backend' | 'banks' | 'site'} */ name) => {
      const found = descriptions.find((description) => description.name === name);
      if (found === undefined) throw new Error(`there is no ${name} to start`);
      // Only the backend's way to the gateways is the line; they know their own address.
      if (name !== 'backend') return found;
      return { ...found, entry, environment: { ...found.environment, BANKS_ORIGIN: line.origin } };
    };
    const supervise = (/** @type {'backend' | 'banks' | 'site'} */ name) => new Supervised(describe(name), say);
    this.processes = { backend: supervise('backend'), banks: supervise('banks'), site: supervise('site') };
    this.#anotherBackend = (port) => {
      const one = describe('backend');
      const environment = { ...one.environment, BACKEND_PORT: String(port) };
      return { ...one, name: 'other', health: `http://127.0.0.1:${port}/health`, environment };
    };
  }

  /**
   * A second backend on the same store, which nobody starts again. Only a server's store can be shared.
   *
   * @returns {Promise<{ url: string, ended: Promise<string> }>} `ended` settles with how it ended
   */
  async startAnotherBackend() {
    const port = await findFreePort();
    const other = new Service(this.#anotherBackend(port), (text) => this.lines.push(text));
    await other.waitUntilHealthy();
    return { url: `http://127.0.0.1:${port}`, ended: other.ended };
  }

  /** Where a payer reaches what the backend reaches over the line. */
  rewrite = (/** @type {string} */ url) =>
    url.startsWith(this.line.origin) ? this.banks + url.slice(this.line.origin.length) : url;

  /** Settles when payers can pay. */
  async healthy() {
    await Promise.all(Object.values(this.processes).map((process) => process.healthy()));
  }

  /**
   * Uses a control of the sandbox, again where the backend ended meanwhile.
   *
   * @param {string} path
   * @param {object} [body] posted; without it the control is read
   * @param {string} [backend] which one
   * @returns {Promise<any>}
   */
  async control(path, body, backend = this.backend) {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const answer = await fetch(`${backend}/sandbox/${path}`, {
        ...(body !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        signal: AbortSignal.timeout(patienceMs),
      }).catch(() => null);
      const text = await answer?.text().catch(() => null);
      if (answer?.ok && text !== null && text !== undefined) return JSON.parse(text);
      if (answer?.status === 400 || answer?.status === 404 || Date.now() > deadline) {
        throw new Error(`sandbox/${path}: ${answer?.status} ${text}`);
      }
      await pause(30);
    }
  }

  /**
   * A payment's history as the sandbox tells it; null for one that the backend does not know.
   *
   * @param {string} refid
   * @returns {Promise<any>}
   */
  async findPayment(refid) {
    const answer = await ask(`${this.backend}/sandbox/payments/${refid}`);
    return answer.status === 404 ? null : await answer.json();
  }

  /**
   * What a bank knows of an attempt, by its number; null for one that it has never heard of.
   *
   * @param {string} number
   * @returns {Promise<{ state: string, amount: number, reference: string } | null>}
   */
  async askBank(number) {
    const answer = await ask(`${this.banks}/control/payments/${number}`);
    return answer.status === 200 ? await answer.json() : null;
  }

  async close() {
    const { site, backend, banks } = this.processes;
    await site.stop();
    await Promise.all([backend.stop(), banks.stop()]);
    this.line.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * Starts a stack with a data folder of its own on free ports.
 *
 * @param {string | null} databaseUrl null: on the embedded store
 * @param {string} entry the backend's bundle, relative to the project
 * @returns {Promise<Stack>}
 */
export async function startStack(databaseUrl, entry) {
  const folder = await mkdtemp(join(tmpdir(), 'ebill-faults-'));
  // A run that is broken off closes nothing.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [port, backendPort, banksPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const own = {
    ...process.env,
    BACKEND_URL: '',
    REDIS_URL: '',
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    SANDBOX: 'on',
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    BANKS_PORT: String(banksPort),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl ?? '',
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'warn',
  };
  const settings = await readSettings(own);
  const descriptions = await describeServices(settings, own);
  const stack = new Stack({ folder, settings, descriptions, entry, line: await openGatewayLine(banksPort) });
  const { site, backend, banks } = stack.processes;
  await Promise.all([backend.start(), banks.start()]);
  await site.start();
  return stack;
}
