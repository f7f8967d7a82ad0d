import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PlainFailure, projectRoot } from './project.mjs';

/** @typedef {import('./project.mjs').Environment} Environment */
/** @typedef {import('../../lib/configuration/start').StartSettings} Settings */
/** @typedef {import('../../lib/configuration/start').Service} ServiceName */

/**
 * The schema of the environment, as the servers have it: it is written once, in lib/configuration, with packages that a fresh clone does not
 * have yet. So a start installs and builds the servers, which takes a second, before it reads it from what it has built.
 *
 * @returns {Promise<typeof import('../../lib/configuration/start')>}
 */
function loadConfiguration() {
  return import(pathToFileURL(join(projectRoot, 'dist/configuration.mjs')).href);
}

/**
 * Reads what a start needs; an empty variable counts as one that is not set. The servers must have been built.
 *
 * @param {Environment} environment
 * @returns {Promise<Settings>}
 * @throws {PlainFailure} with a line for each variable that is wrong
 */
export async function readSettings(environment) {
  const { readStartSettings } = await loadConfiguration();
  const read = readStartSettings(environment, projectRoot);
  if (!read.ok) throw new PlainFailure(read.error.join('\n'));
  return read.value;
}

/**
 * Reads what each server is to be started with as that server will.
 *
 * @param {readonly { name: ServiceName, environment: Environment }[]} descriptions
 * @throws {PlainFailure} with a line for each variable that is wrong
 */
export async function checkServices(descriptions) {
  const { checkServices } = await loadConfiguration();
  const checked = checkServices(descriptions);
  if (!checked.ok) throw new PlainFailure(checked.error.join('\n'));
}
