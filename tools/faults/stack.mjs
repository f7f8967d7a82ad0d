import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../start/ports.mjs';
import { Service } from '../start/service.mjs';
import { readSettings } from '../start/settings.mjs';
import { describeServices } from '../start/stack.mjs';
import { Supervised } from '../start/supervised.mjs';
import { openGatewayLine } from './gateway-line.mjs';
import { SeenStack } from './seen-stack.mjs';

/** @typedef {import('../start/service.mjs').ServiceDescription} ServiceDescription */

/**
 * The whole product as its operator runs it: site, backend and simulators, each a process of its own, with a line between the backend and
 * the gateways that can be cut.
 */
export class Stack extends SeenStack {
  /** @type {string} */ folder;
  /** @type {import('./gateway-line.mjs').GatewayLine} */ line;
  /** @type {Record<'backend' | 'banks' | 'site', Supervised>} */ processes;
  /** @type {(port: number) => ServiceDescription} */ #anotherBackend;
  /** The last lines that its processes wrote. @type {string[]} */
  lines = [];

  /**
   * @param {object} parts
   * @param {string} parts.folder
   * @param {import('../start/settings.mjs').Settings} parts.settings
   * @param {readonly ServiceDescription[]} parts.descriptions
   * @param {import('./gateway-line.mjs').GatewayLine} parts.line
   * @param {string} parts.entry of the backend
   */
  constructor({ folder, settings, descriptions, line, entry }) {
    super({
      site: settings.publicOrigin,
      backend: `http://127.0.0.1:${settings.backendPort}`,
      banks: `http://127.0.0.1:${settings.banksPort}`,
    });
    this.folder = folder;
    this.line = line;
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

  /** What the backend reaches over the line. @override */
  rewrite = (/** @type {string} */ url) =>
    url.startsWith(this.line.origin) ? this.banks + url.slice(this.line.origin.length) : url;

  /** @override */
  async healthy() {
    await Promise.all(Object.values(this.processes).map((process) => process.healthy()));
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
