import jestConfig from '../../jest.config.mjs';
import { part } from './stryker.config.mjs';

/**
 * Returns the Jest project of the mutated part, limited to the tests of that part.
 *
 * @returns {Promise<import('jest').Config>}
 */
export default async function config() {
  const { projects = [] } = await jestConfig();
  const project = projects.find((candidate) => typeof candidate === 'object' && candidate.displayName === part.project);
  if (typeof project !== 'object') throw new Error(`Jest has no project ${part.project}`);
  return { ...project, testMatch: [`<rootDir>/${part.tests}`], watchman: false };
}
