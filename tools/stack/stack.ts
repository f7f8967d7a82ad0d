import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../start/ports.mjs';
import type { Environment } from '../start/project.mjs';
import type { ServiceDescription } from '../start/service.mjs';
import { readSettings } from '../start/settings.mjs';
import { describeServices } from '../start/stack.mjs';
import { StackClient } from './client';
import { SupervisedService } from './supervised-service';

export type ServerName = 'backend' | 'banks' | 'site';
type StackEnvironment = NodeJS.ProcessEnv & Record<'PORT' | 'BACKEND_PORT' | 'BANKS_PORT' | 'PUBLIC_ORIGIN', string>;

/** Lines of the servers' output that are kept. */
const keptLines = 400;

/** Calls `callback` with a temporary folder, and removes the folder afterwards, even if the process exits. */
export async function withTemporaryFolder<Result>(callback: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'ebill-stack-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return await callback(folder);
  } finally {
    process.off('exit', remove);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the environment of a sandbox on free ports, with its data in `folder`; the developer's settings do not apply. */
export async function makeEnvironment(folder: string, more: Environment = {}): Promise<StackEnvironment> {
  const [port, backendPort, banksPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  return {
    ...process.env,
    ...{ BACKEND_URL: '', REDIS_URL: '', DATABASE_URL: '', SANDBOX: 'on', LOG_LEVEL: 'warn' },
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    BANKS_PORT: String(banksPort),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    // Each payer sends its own address, so that the ordinary rate limits stay on.
    TRUSTED_PROXIES: '1',
    DATA_DIR: join(folder, 'data'),
    ...more,
  };
}

/** Describes the servers as `npm start` starts them. */
export async function describeServers(environment: Environment): Promise<Record<ServerName, ServiceDescription>> {
  const services = await describeServices(await readSettings(environment), environment);
  const find = (name: ServerName) => {
    const found = services.find((service) => service.name === name);
    if (found === undefined) throw new Error(`no server is called ${name}`);
    return found;
  };
  return { backend: find('backend'), banks: find('banks'), site: find('site') };
}

/** Site, backend and simulators, each a supervised process. */
export class Stack extends StackClient {
  readonly descriptions: Readonly<Record<ServerName, ServiceDescription>>;
  readonly servers: Readonly<Record<ServerName, SupervisedService>>;
  /** The last lines of the servers' output. */
  readonly lines: string[] = [];

  constructor(environment: StackEnvironment, descriptions: Record<ServerName, ServiceDescription>) {
    super({
      site: environment.PUBLIC_ORIGIN,
      backend: `http://127.0.0.1:${environment.BACKEND_PORT}`,
      banks: `http://127.0.0.1:${environment.BANKS_PORT}`,
    });
    this.descriptions = descriptions;
    const supervise = (name: ServerName) => new SupervisedService(descriptions[name], this.log);
    this.servers = { backend: supervise('backend'), banks: supervise('banks'), site: supervise('site') };
  }

  readonly log = (line: string) => {
    this.lines.push(line);
    if (this.lines.length > keptLines) this.lines.shift();
  };

  async start({ site = true } = {}) {
    await Promise.all([this.servers.backend.start(), this.servers.banks.start()]);
    if (site) await this.servers.site.start();
  }

  /** Stops the site first, so that the backend can finish what the site has begun. */
  async stop() {
    await this.servers.site.stop();
    await Promise.all([this.servers.backend.stop(), this.servers.banks.stop()]);
  }

  override async waitUntilHealthy() {
    await Promise.all(Object.values(this.servers).map((server) => server.waitUntilHealthy()));
  }
}

interface StackOptions {
  readonly environment?: Environment;
  readonly hasSite?: boolean;
}

/** Starts a stack in a temporary folder, calls `callback` with it, and stops it. */
export function withStack<Result>(
  { environment: more = {}, hasSite = true }: StackOptions,
  callback: (stack: Stack, folder: string) => Promise<Result>,
): Promise<Result> {
  return withTemporaryFolder(async (folder) => {
    const environment = await makeEnvironment(folder, more);
    const stack = new Stack(environment, await describeServers(environment));
    try {
      await stack.start({ site: hasSite });
      return await callback(stack, folder);
    } catch (error) {
      console.error(stack.lines.slice(-20).join('\n'));
      throw error;
    } finally {
      await stack.stop();
    }
  });
}
