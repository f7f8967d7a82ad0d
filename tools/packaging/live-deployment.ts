import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StackClient } from '../stack/client';
import { findFreePort } from '../start/ports.mjs';
import { projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import { Service, type ServiceDescription } from '../start/service.mjs';
import { readSettings } from '../start/settings.mjs';
import { describeServices } from '../start/stack.mjs';
import { provideCluster } from '../test/postgres-cluster.mjs';

/** A deployment for real payers on one machine: the archives without the sandbox's, PostgreSQL and bills from files. */
export interface LiveDeployment {
  readonly stack: StackClient;
  /** Runs a command of the operator in the operator's folder; throws if it fails. */
  readonly operate: (parameters: readonly string[]) => Promise<string>;
  readonly folder: string;
}

/** A stand-in for a payment provider, in a process of its own. */
export interface ProviderStandIn {
  /** Describes its process. `dataDir` is a folder for its keys. */
  readonly describe: (
    environment: NodeJS.ProcessEnv & { readonly BANKS_PORT: string },
    dataDir: string,
  ) => Promise<ServiceDescription>;
  /** Reads the backend's variables of the provider, once it runs at `origin`. */
  readonly readVariables: (origin: string, dataDir: string) => Promise<Record<string, string>>;
}

/**
 * Starts the archives for real payers with one payment provider, and makes `check`, which throws where something is wrong.
 *
 * @param archivesFolder where the archives are unpacked: `site`, `live-backend` without the sandbox, `backend` with it
 * @param name of the deployment's folders
 * @returns an error message, or null
 */
export async function checkLiveDeployment(
  { archivesFolder, name, log }: { archivesFolder: string; name: string; log: (line: string) => void },
  provider: ProviderStandIn,
  check: (deployment: LiveDeployment) => Promise<void>,
): Promise<string | null> {
  const folder = join(archivesFolder, `${name}-operator`);
  await mkdir(folder);
  await cp(join(projectRoot, 'examples'), join(folder, 'examples'), { recursive: true });
  const cluster = await provideCluster(log);
  if (cluster === undefined) return 'PostgreSQL is not available';
  const services: Service[] = [];
  const start = async (description: ServiceDescription) => {
    const service = new Service(description, log);
    services.push(service);
    await service.waitUntilHealthy();
  };
  try {
    const [port, backendPort, banksPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
    const origin = `http://127.0.0.1:${banksPort}`;
    const common = {
      ...process.env,
      ...{ REDIS_URL: '', LOG_LEVEL: 'warn', TRUSTED_PROXIES: '1' },
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      PORT: String(port),
      BACKEND_PORT: String(backendPort),
      BANKS_PORT: String(banksPort),
    };
    const dataDir = join(archivesFolder, `${name}-stand-in`);
    await start(await provider.describe({ ...common, DATA_DIR: dataDir, SANDBOX: 'on' }, dataDir));
    const environment = {
      ...common,
      ...(await provider.readVariables(origin, dataDir)),
      ...{ SANDBOX: 'off', BILLER: 'stored', BACKEND_URL: '' },
      DATABASE_URL: cluster.url,
      DATA_DIR: join(archivesFolder, `${name}-data`),
    };
    for (const description of await describeServices(await readSettings(environment), environment)) {
      const archive = description.name === 'backend' ? 'live-backend' : description.name;
      await start({ ...description, folder: join(archivesFolder, archive) });
    }
    const program = join(archivesFolder, 'live-backend/dist/ops.mjs');
    const operate = async (parameters: readonly string[]) => {
      const ran = await runProgram(process.execPath, [program, ...parameters], { cwd: folder, env: environment });
      if (ran.code !== 0) throw new Error(`${parameters.join(' ')}: ${ran.output}`);
      return ran.output;
    };
    const backend = `http://127.0.0.1:${backendPort}`;
    const stack = new StackClient({ site: `http://localhost:${port}`, backend, banks: origin });
    await check({ stack, operate, folder });
    return null;
  } finally {
    for (const service of services.reverse()) await service.stop();
    await cluster.stop();
  }
}

/** Throws unless a text has `expected`; `what` names the text. */
export function expectIn(text: string, expected: string, what: string): void {
  if (!text.includes(expected)) throw new Error(`${what} has no '${expected}': ${text.slice(0, 2_000)}`);
}
