import { resolve } from 'node:path';
import { PlainFailure, projectRoot } from './project.mjs';

/** @typedef {import('./project.mjs').Environment} Environment */

/**
 * @typedef {object} Settings what a start needs to know of its environment
 * @property {number} port the site's
 * @property {number} backendPort the embedded backend's
 * @property {number} banksPort the simulators'
 * @property {string | undefined} externalBackend address of a backend that is not ours to start
 * @property {string} dataDir absolute
 * @property {string} publicOrigin the one origin that the site believes it has
 * @property {boolean} sandbox
 */

/**
 * @param {Environment} environment
 * @param {string} name
 * @param {number} fallback
 */
function readPort(environment, name, fallback) {
  const text = environment[name]?.trim();
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535) {
    throw new PlainFailure(`${name} must be a port from 1 to 65535, not '${text}'.`);
  }
  return port;
}

/**
 * @param {string} name
 * @param {string} text
 * @returns {URL}
 */
function readAddress(name, text) {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text);
  throw new PlainFailure(`${name} must be an http or https address, not '${text}'.`);
}

/** @param {string} hostname */
export function isLocalhost(hostname) {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Reads what a start needs; an empty variable counts as one that is not set.
 *
 * @param {Environment} environment
 * @returns {Settings}
 * @throws {PlainFailure} naming the variable that is wrong
 */
export function readSettings(environment) {
  const port = readPort(environment, 'PORT', 3000);
  const backendPort = readPort(environment, 'BACKEND_PORT', 4000);
  const banksPort = readPort(environment, 'BANKS_PORT', 4001);

  const origin = readAddress('PUBLIC_ORIGIN', environment['PUBLIC_ORIGIN'] || `http://localhost:${port}`);
  if (origin.pathname !== '/' || origin.search !== '' || origin.username !== '') {
    throw new PlainFailure(`PUBLIC_ORIGIN must be an origin alone, without a path, not '${origin.href}'.`);
  }
  const wish = environment['SANDBOX'] || undefined;
  if (wish !== undefined && wish !== 'on' && wish !== 'off') {
    throw new PlainFailure(`SANDBOX must be 'on' or 'off', not '${wish}'.`);
  }
  const external = environment['BACKEND_URL'] || undefined;
  if (external !== undefined) readAddress('BACKEND_URL', external);

  return {
    port,
    backendPort,
    banksPort,
    externalBackend: external,
    dataDir: resolve(projectRoot, environment['DATA_DIR'] || '.data'),
    publicOrigin: origin.origin,
    sandbox: wish === undefined ? isLocalhost(origin.hostname) : wish === 'on',
  };
}
