import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { SeenStack } from '../faults/seen-stack.mjs';
import { provideNginx } from '../test/nginx-server.mjs';
import { findFreePort } from '../start/ports.mjs';
import { provideCluster } from '../test/postgres-cluster.mjs';
import { PlainFailure, projectRoot } from '../start/project.mjs';
import { provideRedis } from '../test/redis-server.mjs';
import { readSettings } from '../start/settings.mjs';
import { describeServices } from '../start/stack.mjs';
import { Supervised } from '../start/supervised.mjs';
import { makeCertificate } from './certificate.mjs';
import { fillInNginx, readNginxLog } from './nginx-configuration.mjs';

/** @typedef {import('../start/service.mjs').ServiceDescription} ServiceDescription */
/** @typedef {'site-1' | 'site-2' | 'backend-1' | 'backend-2' | 'banks'} ProcessName */
/** @typedef {Record<'site-1' | 'site-2' | 'backend-1' | 'backend-2' | 'banks' | 'http' | 'https' | 'inner', number>} Ports */

/** As in deploy/compose.yaml. */
const drainSeconds = 5;
/** How long the sites get to come back to Redis, ms. */
const patienceMs = 30_000;
/** What a payer waits who is told to wait, ms. */
const waitMs = 3_000;

/** The product as deploy/ describes it: nginx, two sites, two backends, PostgreSQL, Redis, and the simulated banks. */
export class ClusterStack extends SeenStack {
  /** @type {string} */ folder;
  /** @type {Ports} */ ports;
  /** PEM of the certificate of nginx. @type {string} */ ca;
  /** @type {Record<ProcessName, Supervised>} */ processes;
  /** What each process was started with. @type {Record<ProcessName, NodeJS.ProcessEnv>} */ environments;
  /** What the doctor is run with, at the operator's own desk. @type {NodeJS.ProcessEnv} */ operator;
  /** @type {import('../test/nginx-server.mjs').NginxServer} */ nginx;
  /** @type {import('../test/postgres-cluster.mjs').Cluster} */ postgres;
  /** @type {import('../test/redis-server.mjs').RedisServer} */ redis;
  /** The last lines that its processes wrote. @type {string[]} */
  lines;

  /**
   * @param {Pick<ClusterStack, 'folder' | 'ports' | 'ca' | 'processes' | 'environments' | 'operator' | 'nginx' | 'postgres' | 'redis' | 'lines'>} parts
   */
  constructor(parts) {
    const { ports } = parts;
    super({
      site: `https://localhost:${ports.https}`,
      backend: `http://127.0.0.1:${ports.inner}`,
      banks: `http://127.0.0.1:${ports.banks}`,
    });
    ({
      folder: this.folder,
      ports: this.ports,
      ca: this.ca,
      processes: this.processes,
      environments: this.environments,
      operator: this.operator,
      nginx: this.nginx,
      postgres: this.postgres,
      redis: this.redis,
      lines: this.lines,
    } = parts);
  }

  /** Others are on their way at the same time, and the clock is theirs too: a payer really waits. @override */
  async wait() {
    await pause(waitMs);
  }

  /** @override */
  async healthy() {
    await Promise.all(Object.values(this.processes).map((process) => process.healthy()));
  }

  /** Settles when both sites count in Redis. */
  async shares() {
    const client = new Redis(this.redis.url);
    try {
      const deadline = Date.now() + patienceMs;
      // The sites, and whoever asks.
      while (
        String(await client.client('LIST'))
          .trimEnd()
          .split('\n').length < 3
      ) {
        if (Date.now() > deadline) throw new Error('the sites do not come back to Redis');
        await pause(50);
      }
    } finally {
      client.disconnect();
    }
  }

  /** What a person is told of it. */
  describe() {
    const { ports, nginx, postgres, redis } = this;
    return [
      `  site      ${this.site} by nginx ${nginx.version}, to ports ${ports['site-1']} and ${ports['site-2']}`,
      `  backend   ${this.backend} by nginx, to ports ${ports['backend-1']} and ${ports['backend-2']}`,
      `  banks     ${this.banks}`,
      `  stores    PostgreSQL ${postgres.version}, Redis ${redis.version}`,
    ].join('\n');
  }

  /** What nginx has passed on, oldest first. */
  readLog() {
    return readNginxLog(readFileSync(join(this.nginx.folder, 'ebill.log'), 'utf8'));
  }

  /** Everything that nginx has written, whatever file it stands in. */
  readNginxFiles() {
    return ['ebill.log', 'ebill-error.log', 'start.log'].map((name) =>
      readFileSync(join(this.nginx.folder, name), 'utf8'),
    );
  }
}

/** @returns {Promise<Ports>} */
async function choosePorts() {
  /** @type {Set<number>} */
  const ports = new Set();
  while (ports.size < 8) ports.add(await findFreePort());
  const [site1 = 0, site2 = 0, backend1 = 0, backend2 = 0, banks = 0, http = 0, https = 0, inner = 0] = ports;
  return { 'site-1': site1, 'site-2': site2, 'backend-1': backend1, 'backend-2': backend2, banks, http, https, inner };
}

/**
 * Each process with an environment and a data folder of its own: nothing is common to two of them but what stands in their variables.
 *
 * @param {object} places
 * @param {string} places.folder
 * @param {Ports} places.ports
 * @param {string} places.certificate
 * @param {string} places.databaseUrl
 * @param {string} places.redisUrl
 * @returns {Promise<Record<ProcessName, ServiceDescription>>}
 */
async function describeProcesses({ folder, ports, certificate, databaseUrl, redisUrl }) {
  const shared = {
    ...process.env,
    BACKEND_URL: '',
    PUBLIC_ORIGIN: `https://localhost:${ports.https}`,
    SANDBOX: 'on',
    PORT: String(ports['site-1']),
    BACKEND_PORT: String(ports['backend-1']),
    BANKS_PORT: String(ports.banks),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    DATA_DIR: join(folder, 'operator'),
    TRUSTED_PROXIES: '1',
    DRAIN_SECONDS: String(drainSeconds),
    LOG_LEVEL: 'warn',
    // Partners and gateways reach the backends through nginx.
    BACKEND_PUBLIC_URL: `https://127.0.0.1:${ports.https}`,
    NODE_EXTRA_CA_CERTS: certificate,
  };
  const services = await describeServices(await readSettings(shared), shared);
  /** @param {'site' | 'backend' | 'banks'} kind @param {ProcessName} name @param {string} health @param {Record<string, string>} own */
  const describe = (kind, name, health, own) => {
    const found = services.find((one) => one.name === kind);
    if (found === undefined) throw new Error(`there is no ${kind} to start`);
    const environment = { ...found.environment, DATA_DIR: join(folder, name), ...own };
    return { ...found, name, health: `http://127.0.0.1:${ports[name]}${health}`, environment };
  };
  const site = (/** @type {'site-1' | 'site-2'} */ name) =>
    describe('site', name, '/api/health/ready', {
      PORT: String(ports[name]),
      BACKEND_URL: `http://127.0.0.1:${ports.inner}`,
    });
  const backend = (/** @type {'backend-1' | 'backend-2'} */ name) =>
    describe('backend', name, '/health/ready', { BACKEND_PORT: String(ports[name]) });
  return {
    'site-1': site('site-1'),
    'site-2': site('site-2'),
    'backend-1': backend('backend-1'),
    'backend-2': backend('backend-2'),
    banks: describe('banks', 'banks', '/health', { BACKEND_URL: `https://127.0.0.1:${ports.https}` }),
  };
}

/**
 * @template Thing
 * @param {string} name
 * @param {Promise<Thing | undefined>} provided
 * @returns {Promise<Thing>}
 */
async function need(name, provided) {
  const thing = await provided;
  if (thing === undefined) throw new PlainFailure(`There is no ${name} to be had: install Debian's package.`);
  return thing;
}

/**
 * Starts everything, and settles when payers can pay.
 *
 * @param {(line: string) => void} say
 * @param {(close: () => Promise<readonly string[]>) => void} onBegun is given how to stop what has been started so far, which says what did not
 *   leave as it should
 * @returns {Promise<ClusterStack>}
 */
export async function startCluster(say, onBegun) {
  const folder = await mkdtemp(join(tmpdir(), 'ebill-cluster-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  /** @type {string[]} */
  const unclean = [];
  /** @type {(() => Promise<unknown>)[]} */
  const stops = [() => rm(folder, { recursive: true, force: true })];
  onBegun(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
    return unclean;
  });
  const ports = await choosePorts();
  const { certificate, certificateKey } = await makeCertificate(folder, say);
  const postgres = await need('PostgreSQL', provideCluster(say, { isDurable: true }));
  stops.push(postgres.stop);
  const redis = await need('Redis', provideRedis(say));
  stops.push(redis.stop);
  const given = readFileSync(join(projectRoot, 'deploy/nginx.conf'), 'utf8');
  const describe = (/** @type {string} */ logFolder) =>
    fillInNginx(given, {
      httpPort: ports.http,
      httpsPort: ports.https,
      innerPort: ports.inner,
      sitePorts: [ports['site-1'], ports['site-2']],
      backendPorts: [ports['backend-1'], ports['backend-2']],
      certificate,
      certificateKey,
      logFolder,
    });
  const nginx = await need('nginx', provideNginx(say, describe, ports.https));
  stops.push(nginx.stop);

  /** @type {string[]} */
  const lines = [];
  const keep = (/** @type {string} */ line) => {
    lines.push(line);
    if (lines.length > 400) lines.shift();
  };
  const places = { folder, ports, certificate, databaseUrl: postgres.url, redisUrl: redis.url };
  const described = await describeProcesses(places);
  const supervise = (/** @type {ProcessName} */ name) => new Supervised(described[name], keep);
  const processes = {
    'site-1': supervise('site-1'),
    'site-2': supervise('site-2'),
    'backend-1': supervise('backend-1'),
    'backend-2': supervise('backend-2'),
    banks: supervise('banks'),
  };
  const environments = {
    'site-1': described['site-1'].environment,
    'site-2': described['site-2'].environment,
    'backend-1': described['backend-1'].environment,
    'backend-2': described['backend-2'].environment,
    banks: described.banks.environment,
  };
  const leave = (/** @type {readonly ProcessName[]} */ names) =>
    Promise.all(
      names.map(async (name) => {
        const how = await processes[name].stop();
        if (how !== undefined && how !== 'exit code 0') unclean.push(`${name} ended by ${how}`);
      }),
    );
  stops.push(() => leave(['backend-1', 'backend-2', 'banks']));
  // The first to leave, so that what they have begun can still be finished by the backends.
  stops.push(() => leave(['site-1', 'site-2']));
  try {
    await processes.banks.start();
    // The banks' keys, as an operator hands them out.
    for (const name of /** @type {const} */ (['backend-1', 'backend-2'])) {
      mkdirSync(join(folder, name), { mode: 0o700 });
      cpSync(join(folder, 'banks', 'keys'), join(folder, name, 'keys'), { recursive: true });
    }
    await Promise.all([processes['backend-1'].start(), processes['backend-2'].start()]);
    await Promise.all([processes['site-1'].start(), processes['site-2'].start()]);
  } catch (error) {
    say(lines.join('\n'));
    throw error;
  }
  const ca = readFileSync(certificate, 'utf8');
  const operator = { ...environments['backend-1'], ...environments['site-1'], DATA_DIR: join(folder, 'operator') };
  return new ClusterStack({ folder, ports, ca, processes, environments, operator, nginx, postgres, redis, lines });
}
