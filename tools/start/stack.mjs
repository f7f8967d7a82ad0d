import { isPortFree } from './ports.mjs';
import { PlainFailure } from './project.mjs';
import { keepSecrets, selectSecrets, withoutSecrets } from './secrets.mjs';

/** @typedef {import('./project.mjs').Environment} Environment */
/** @typedef {import('./settings.mjs').Settings} Settings */
/** @typedef {import('./service.mjs').ServiceDescription} ServiceDescription */

/**
 * Which servers a start consists of, in the order in which they are started.
 *
 * @param {Settings} settings
 * @returns {{ name: 'backend' | 'banks' | 'site', variable: string, port: number }[]}
 */
export function listServices(settings) {
  /** @type {{ name: 'backend' | 'banks' | 'site', variable: string, port: number }[]} */
  const services = [];
  if (settings.externalBackend === undefined) {
    services.push({ name: 'backend', variable: 'BACKEND_PORT', port: settings.backendPort });
    if (settings.sandbox) services.push({ name: 'banks', variable: 'BANKS_PORT', port: settings.banksPort });
  }
  services.push({ name: 'site', variable: 'PORT', port: settings.port });
  return services;
}

/**
 * @param {Settings} settings
 * @throws {PlainFailure} naming the first port that is taken
 */
export async function claimPorts(settings) {
  const owners = new Map();
  for (const { name, variable, port } of listServices(settings)) {
    const other = owners.get(port);
    if (other !== undefined)
      throw new PlainFailure(`Port ${port} is wanted by the ${other} and the ${name}: set ${variable}.`);
    owners.set(port, name);
    if (!(await isPortFree(port))) {
      throw new PlainFailure(`Port ${port} of the ${name} is taken: stop what uses it, or set ${variable} to another.`);
    }
  }
}

/**
 * What each server is started with. Secrets go only to the one that holds them.
 *
 * @param {Settings} settings
 * @param {Environment} environment
 * @param {string} [developmentFolder] where the bundles of `npm run dev` are; without it the servers run in production
 * @returns {Promise<(ServiceDescription & { name: import('./settings.mjs').ServiceName })[]>}
 */
export async function describeServices(settings, environment, developmentFolder) {
  const { secretHolders } = settings;
  const secrets = await keepSecrets(settings.dataDir);
  const backendUrl = settings.externalBackend ?? `http://127.0.0.1:${settings.backendPort}`;
  const shared = {
    ...withoutSecrets(secretHolders, environment),
    NODE_ENV:
      developmentFolder === undefined ? /** @type {const} */ ('production') : /** @type {const} */ ('development'),
    NEXT_TELEMETRY_DISABLED: '1',
    LOG_LEVEL: settings.logLevel,
    PORT: String(settings.port),
    BACKEND_PORT: String(settings.backendPort),
    BANKS_PORT: String(settings.banksPort),
    DATA_DIR: settings.dataDir,
    PUBLIC_ORIGIN: settings.publicOrigin,
    SANDBOX: settings.sandbox ? 'on' : 'off',
    // The backend's own start never reads it; the site and the simulators reach the backend by it.
    BACKEND_URL: backendUrl,
  };
  // Errors name the lines of the sources. Not the site's: the maps of all that Next has built would be a quarter of its memory, which
  // V8 would let grow to four times of what is used before it sweeps.
  const flags = ['--enable-source-maps'];
  const siteFlags = developmentFolder === undefined ? ['--heap-growing-percent=50'] : [];
  const folder = developmentFolder ?? 'dist';
  const servers = {
    backend: { entry: `${folder}/backend.mjs`, health: `${backendUrl}/health`, flags },
    banks: { entry: `${folder}/banks.mjs`, health: `http://127.0.0.1:${settings.banksPort}/health`, flags },
    site: { entry: `${folder}/front.mjs`, health: `http://127.0.0.1:${settings.port}/api/health`, flags: siteFlags },
  };
  return listServices(settings).map(({ name }) => ({
    name,
    ...servers[name],
    environment: {
      ...shared,
      ...selectSecrets(name, secretHolders, secrets, environment),
    },
  }));
}

/**
 * What a person is told once everything serves.
 *
 * @param {Settings} settings
 */
export function describeAddresses(settings) {
  const lines = ['', `  site     http://localhost:${settings.port}`];
  if (settings.publicOrigin !== `http://localhost:${settings.port}`)
    lines.push(`           known as ${settings.publicOrigin}`);
  lines.push(`  backend  ${settings.externalBackend ?? `http://127.0.0.1:${settings.backendPort}`}`);
  if (settings.externalBackend === undefined && settings.sandbox) {
    lines.push(
      `  banks    http://127.0.0.1:${settings.banksPort}`,
      `  sandbox  http://127.0.0.1:${settings.backendPort}/sandbox`,
    );
    lines.push('', '  Try account number 1234567801.');
  }
  return [...lines, '  Ctrl-C stops everything.', ''].join('\n');
}
