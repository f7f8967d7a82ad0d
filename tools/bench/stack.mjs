import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideCluster } from '../test/postgres-cluster.mjs';
import { findFreePort } from '../start/ports.mjs';
import { PlainFailure } from '../start/project.mjs';
import { Service } from '../start/service.mjs';
import { readSettings } from '../start/settings.mjs';
import { describeServices } from '../start/stack.mjs';

/** @typedef {import('../start/project.mjs').Environment} Environment */

/**
 * @typedef {object} BenchStack the product, each server a process of its own
 * @property {string} site origin
 * @property {string} backend origin
 * @property {string} banks origin
 * @property {string} dataDir
 * @property {(name: 'site' | 'backend' | 'banks') => Service} service
 */

/** Free ports and a folder, as a start reads them. @param {string} folder @returns {Promise<NodeJS.ProcessEnv & Record<'PORT', string>>} */
export async function chooseEnvironment(folder) {
  const [port, backendPort, banksPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  return {
    ...process.env,
    // What a developer has set for themselves is not meant for this run.
    ...{ BACKEND_URL: '', REDIS_URL: '', DATABASE_URL: '', SANDBOX: 'on', LOG_LEVEL: 'error' },
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    BANKS_PORT: String(banksPort),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    // Each payer brings an address of its own: the ordinary limits stay on, and nobody reaches them.
    TRUSTED_PROXIES: '1',
    DATA_DIR: join(folder, 'data'),
  };
}

/**
 * Makes a folder for the time of some work, and removes it whatever becomes of that.
 *
 * @template Done
 * @param {(folder: string) => Promise<Done>} work
 */
export async function withFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'ebill-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return await work(folder);
  } finally {
    process.off('exit', remove);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Starts servers one after the other, and stops them whatever becomes of the work.
 *
 * @template Done
 * @param {readonly import('../start/service.mjs').ServiceDescription[]} descriptions
 * @param {(services: readonly Service[]) => Promise<Done>} work
 */
export async function withServices(descriptions, work) {
  /** @type {Service[]} */
  const services = [];
  try {
    for (const description of descriptions) {
      const service = new Service(description);
      services.push(service);
      await service.waitUntilHealthy();
    }
    return await work(services);
  } finally {
    // The site first, so that what it has begun can still be finished by the backend.
    for (const service of services.toReversed()) await service.stop();
  }
}

/**
 * Starts the product as it is built, with a data folder of its own, for the time of some work.
 *
 * @template Done
 * @param {{ environment?: Environment, siteEnvironment?: Environment, hasSite?: boolean }} how
 * @param {(stack: BenchStack) => Promise<Done>} work
 */
export function withStack({ environment = {}, siteEnvironment = {}, hasSite = true }, work) {
  return withFolder(async (folder) => {
    const all = { ...(await chooseEnvironment(folder)), ...environment };
    const settings = await readSettings(all);
    const descriptions = (await describeServices(settings, all))
      .filter(({ name }) => hasSite || name !== 'site')
      .map((one) => (one.name === 'site' ? { ...one, environment: { ...one.environment, ...siteEnvironment } } : one));
    return withServices(descriptions, (services) =>
      work({
        site: settings.publicOrigin,
        backend: `http://127.0.0.1:${settings.backendPort}`,
        banks: `http://127.0.0.1:${settings.banksPort}`,
        dataDir: settings.dataDir,
        service(wanted) {
          const found = services.find(({ name }) => name === wanted);
          if (found === undefined) throw new Error(`there is no ${wanted}`);
          return found;
        },
      }),
    );
  });
}

/**
 * Starts the product on a PostgreSQL of its own, for the time of some work.
 *
 * @template Done
 * @param {Omit<Parameters<typeof withStack>[0], 'environment'>} how
 * @param {(stack: BenchStack, cluster: import('../test/postgres-cluster.mjs').Cluster) => Promise<Done>} work
 */
export function withStackOnPostgres(how, work) {
  return withPostgres((cluster) =>
    withStack({ ...how, environment: { DATABASE_URL: cluster.url } }, (stack) => work(stack, cluster)),
  );
}

/**
 * Starts a PostgreSQL that keeps what it commits, as an operator's does, for the time of some work.
 *
 * @template Done
 * @param {(cluster: import('../test/postgres-cluster.mjs').Cluster) => Promise<Done>} work
 * @throws {PlainFailure} where there is none
 */
async function withPostgres(work) {
  const cluster = await provideCluster(console.log, { isDurable: true });
  if (cluster === undefined) throw new PlainFailure('There is no PostgreSQL to be had to measure on.');
  try {
    return await work(cluster);
  } finally {
    await cluster.stop();
  }
}
