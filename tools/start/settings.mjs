import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PlainFailure, projectRoot } from './project.mjs';

/** @typedef {import('./project.mjs').Environment} Environment */
/** @typedef {import('../../lib/configuration/start').StartSettings} Settings */
/** @typedef {import('../../lib/configuration/start').Service} ServiceName */

/**
 * Loads the schema of the environment from the built servers: lib/configuration is TypeScript and needs packages, which a fresh clone must
 * install first.
 *
 * @returns {Promise<typeof import('../../lib/configuration/start')>}
 */
function loadConfiguration() {
  return import(pathToFileURL(join(projectRoot, 'dist/configuration.mjs')).href);
}

/**
 * Reads the settings of `npm start`; an empty variable counts as unset. The servers must have been built.
 *
 * @param {Environment} environment
 * @returns {Promise<Settings>}
 * @throws {PlainFailure} with a line for each invalid variable
 */
export async function readSettings(environment) {
  const { readStartSettings } = await loadConfiguration();
  const read = readStartSettings(environment, projectRoot);
  if (!read.ok) throw new PlainFailure(read.error.join('\n'));
  return read.value;
}

/**
 * Validates the environment of each server as that server does.
 *
 * @param {readonly { name: ServiceName, environment: Environment }[]} descriptions
 * @throws {PlainFailure} with a line for each invalid variable
 */
export async function checkServices(descriptions) {
  const { checkServices } = await loadConfiguration();
  const checked = checkServices(descriptions);
  if (!checked.ok) throw new PlainFailure(checked.error.join('\n'));
}
