import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findFreePort } from '../start/ports.mjs';
import { PlainFailure, projectRoot } from '../start/project.mjs';
import type { ServiceDescription } from '../start/service.mjs';
import { StackClient } from '../stack/client';
import { describeServers, makeEnvironment, type ServerName } from '../stack/stack';
import { SupervisedService } from '../stack/supervised-service';
import { provideNginx, type NginxServer } from '../test/nginx-server.mjs';
import { provideCluster, type Cluster } from '../test/postgres-cluster.mjs';
import { provideRedis, type RedisServer } from '../test/redis-server.mjs';
import { createCertificate } from './certificate';
import { adaptNginxConfiguration, parseNginxLog } from './nginx-configuration';

export const sites = ['site-1', 'site-2'] as const;
export const backends = ['backend-1', 'backend-2'] as const;
const processNames = [...sites, ...backends, 'banks'] as const;
export type ProcessName = (typeof processNames)[number];

const portNames = [...processNames, 'http', 'https', 'internal'] as const;
type Ports = Record<(typeof portNames)[number], number>;

/** As in deploy/compose.yaml. */
const drainSeconds = 5;
const redisTimeoutMs = 30_000;
/** Milliseconds that a payer waits when a page requires it. */
const waitMs = 3_000;
const keptLines = 400;

/** `Object.fromEntries` that keeps the type of the keys. */
function mapNames<Name extends string, Value>(names: readonly Name[], map: (name: Name) => Value): Record<Name, Value>;
function mapNames(names: readonly string[], map: (name: string) => unknown) {
  return Object.fromEntries(names.map((name) => [name, map(name)]));
}

interface ClusterParts {
  readonly folder: string;
  readonly ports: Ports;
  /** PEM of nginx's certificate. */
  readonly ca: string;
  readonly servers: Record<ProcessName, SupervisedService>;
  /** The environment of each process. */
  readonly environments: Record<ProcessName, NodeJS.ProcessEnv>;
  readonly nginx: NginxServer;
  readonly postgres: Cluster;
  readonly redis: RedisServer;
  /** The last lines of the processes' output. */
  readonly lines: string[];
}

/** The deployment that deploy/ describes: nginx, two sites, two backends, PostgreSQL, Redis, and the simulated banks. */
export class ClusterStack extends StackClient {
  readonly parts: ClusterParts;

  constructor(parts: ClusterParts) {
    const { https, internal, banks } = parts.ports;
    super({
      site: `https://localhost:${https}`,
      backend: `http://127.0.0.1:${internal}`,
      banks: `http://127.0.0.1:${banks}`,
    });
    this.parts = parts;
  }

  /** Waits in real time: the clock is shared with the other payers. */
  override async wait() {
    await pause(waitMs);
  }

  override async waitUntilHealthy() {
    await Promise.all(Object.values(this.parts.servers).map((server) => server.waitUntilHealthy()));
  }

  /** Resolves when both sites are connected to Redis. */
  async waitForRedisClients() {
    const client = new Redis(this.parts.redis.url);
    const countClients = async () =>
      String(await client.client('LIST'))
        .trimEnd()
        .split('\n').length;
    try {
      const deadline = Date.now() + redisTimeoutMs;
      // The sites, and this client.
      while ((await countClients()) < 3) {
        if (Date.now() > deadline) throw new Error('the sites do not reconnect to Redis');
        await pause(50);
      }
    } finally {
      client.disconnect();
    }
  }

  describe() {
    const { ports, nginx, postgres, redis } = this.parts;
    return [
      `  site      ${this.site} through nginx ${nginx.version}, to ports ${ports['site-1']} and ${ports['site-2']}`,
      `  backend   ${this.backend} through nginx, to ports ${ports['backend-1']} and ${ports['backend-2']}`,
      `  banks     ${this.banks}`,
      `  stores    PostgreSQL ${postgres.version}, Redis ${redis.version}`,
    ].join('\n');
  }

  /** The requests that nginx has proxied, oldest first. */
  readLog() {
    return parseNginxLog(readFileSync(join(this.parts.nginx.folder, 'ebill.log'), 'utf8'));
  }

  /** The contents of all of nginx's log files. */
  readLogFiles() {
    return ['ebill.log', 'ebill-error.log', 'start.log'].map((name) =>
      readFileSync(join(this.parts.nginx.folder, name), 'utf8'),
    );
  }
}

interface ProcessOptions {
  folder: string;
  ports: Ports;
  certificate: string;
  databaseUrl: string;
  redisUrl: string;
}

/** Describes each process with its own environment and data folder, so that processes share only what their environment names. */
async function describeProcesses({ folder, ports, certificate, databaseUrl, redisUrl }: ProcessOptions) {
  const environment = await makeEnvironment(folder, {
    PUBLIC_ORIGIN: `https://localhost:${ports.https}`,
    PORT: String(ports['site-1']),
    BACKEND_PORT: String(ports['backend-1']),
    BANKS_PORT: String(ports.banks),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    DATA_DIR: join(folder, 'operator'),
    DRAIN_SECONDS: String(drainSeconds),
    // nginx calls them by the name of its upstream.
    SANDBOX_HOSTS: 'backend',
    // Partners and gateways reach the backends through nginx.
    BACKEND_PUBLIC_URL: `https://127.0.0.1:${ports.https}`,
    NODE_EXTRA_CA_CERTS: certificate,
  });
  const services = await describeServers(environment);
  const describe = (kind: ServerName, name: ProcessName, health: string, own: Record<string, string>) => ({
    ...services[kind],
    name,
    health: `http://127.0.0.1:${ports[name]}${health}`,
    environment: { ...services[kind].environment, DATA_DIR: join(folder, name), ...own },
  });
  return mapNames(processNames, (name): ServiceDescription => {
    const port = String(ports[name]);
    if (name === 'banks') {
      return describe('banks', name, '/health', { BACKEND_URL: `https://127.0.0.1:${ports.https}` });
    }
    return name.startsWith('site')
      ? describe('site', name, '/api/health/ready', { PORT: port, BACKEND_URL: `http://127.0.0.1:${ports.internal}` })
      : describe('backend', name, '/health/ready', { BACKEND_PORT: port });
  });
}

async function requireServer<Server>(name: string, provided: Promise<Server | undefined>): Promise<Server> {
  const server = await provided;
  if (server === undefined) throw new PlainFailure(`${name} is not available: install its Debian package.`);
  return server;
}

/**
 * Starts everything; resolves when payers can pay.
 *
 * @param onStart receives a function that stops everything started so far, and returns a line for each unclean exit
 */
export async function startCluster(
  log: (line: string) => void,
  onStart: (stop: () => Promise<readonly string[]>) => void,
): Promise<ClusterStack> {
  const folder = mkdtempSync(join(tmpdir(), 'ebill-cluster-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const unclean: string[] = [];
  const stops: (() => unknown)[] = [removeFolder];
  onStart(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
    return unclean;
  });
  const freePorts = await Promise.all(portNames.map(() => findFreePort()));
  const ports = mapNames(portNames, (name) => freePorts[portNames.indexOf(name)] ?? 0);
  const { certificate, certificateKey } = await createCertificate(folder, log);
  const postgres = await requireServer('PostgreSQL', provideCluster(log, { isDurable: true }));
  stops.push(postgres.stop);
  const redis = await requireServer('Redis', provideRedis(log));
  stops.push(redis.stop);
  const configuration = readFileSync(join(projectRoot, 'deploy/nginx.conf'), 'utf8');
  const describe = (logFolder: string) =>
    adaptNginxConfiguration(configuration, {
      httpPort: ports.http,
      httpsPort: ports.https,
      internalPort: ports.internal,
      sitePorts: [ports['site-1'], ports['site-2']],
      backendPorts: [ports['backend-1'], ports['backend-2']],
      ...{ certificate, certificateKey, logFolder },
    });
  const nginx = await requireServer('nginx', provideNginx(log, describe, ports.https));
  stops.push(nginx.stop);

  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
  };
  const options = { folder, ports, certificate, databaseUrl: postgres.url, redisUrl: redis.url };
  const described = await describeProcesses(options);
  const servers = mapNames(processNames, (name) => new SupervisedService(described[name], keep));
  const stopServers = (names: readonly ProcessName[]) =>
    Promise.all(
      names.map(async (name) => {
        const reason = await servers[name].stop();
        if (reason !== undefined && reason !== 'exit code 0') unclean.push(`${name} exited by ${reason}`);
      }),
    );
  // The sites stop first, so that the backends can finish their requests.
  stops.push(
    () => stopServers([...backends, 'banks']),
    () => stopServers(sites),
  );
  try {
    await servers.banks.start();
    // The banks' keys, as an operator distributes them.
    for (const name of backends) {
      mkdirSync(join(folder, name), { mode: 0o700 });
      cpSync(join(folder, 'banks', 'keys'), join(folder, name, 'keys'), { recursive: true });
    }
    await Promise.all(backends.map((name) => servers[name].start()));
    await Promise.all(sites.map((name) => servers[name].start()));
  } catch (error) {
    log(lines.join('\n'));
    throw error;
  }
  const environments = mapNames(processNames, (name) => described[name].environment);
  const ca = readFileSync(certificate, 'utf8');
  return new ClusterStack({ folder, ports, ca, servers, environments, nginx, postgres, redis, lines });
}
