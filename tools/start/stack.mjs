import { isPortFree } from './ports.mjs';
import { PlainFailure } from './project.mjs';
import { loadOrCreateSecrets, selectSecrets, withoutSecrets } from './secrets.mjs';

/** @typedef {import('./project.mjs').Environment} Environment */
/** @typedef {import('./settings.mjs').Settings} Settings */
/** @typedef {import('./service.mjs').ServiceDescription} ServiceDescription */

/**
 * Lists the servers of a start, in starting order.
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
 * @throws {PlainFailure} if a port is taken, or configured twice
 */
export async function checkPorts(settings) {
  const owners = new Map();
  for (const { name, variable, port } of listServices(settings)) {
    const other = owners.get(port);
    if (other !== undefined)
      throw new PlainFailure(`Port ${port} is configured for both the ${other} and the ${name}: set ${variable}.`);
    owners.set(port, name);
    if (!(await isPortFree(port))) {
      throw new PlainFailure(`Port ${port} of the ${name} is taken: stop what uses it, or set ${variable} to another.`);
    }
  }
}

/**
 * Describes how to start each server. Each secret goes only to the servers that need it.
 *
 * @param {Settings} settings
 * @param {Environment} environment
 * @param {string} [developmentFolder] the bundles of `npm run dev`; without it the servers run in production mode
 * @returns {Promise<(ServiceDescription & { name: import('./settings.mjs').ServiceName })[]>}
 */
export async function describeServices(settings, environment, developmentFolder) {
  const { secretHolders } = settings;
  const secrets = await loadOrCreateSecrets(settings.dataDir);
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
    // For the site and the simulators; the backend does not read it.
    BACKEND_URL: backendUrl,
  };
  // Not for the site: source maps of Next's output would take a quarter of its memory. By default V8 would let its heap grow to four times
  // the live size.
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
 * Returns the text that is printed once everything is ready.
 *
 * @param {Settings} settings
 */
export function describeAddresses(settings) {
  const lines = ['', `  site     http://localhost:${settings.port}`];
  if (settings.publicOrigin !== `http://localhost:${settings.port}`)
    lines.push(`           public origin ${settings.publicOrigin}`);
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
