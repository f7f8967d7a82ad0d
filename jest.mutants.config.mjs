import { join } from 'node:path';
import jestConfig from './jest.config.mjs';
import { part } from './stryker.config.mjs';

/** Stryker wraps some of these, and does not know Jest's <rootDir>. */
const inMutation = (/** @type {string} */ file) => join(import.meta.dirname, 'mutation', file);

/**
 * Of one of Jest's projects the tests that judge the mutants of a part. Stryker runs it in a copy, once as it is and once for each mutant.
 *
 * @returns {Promise<import('jest').Config>}
 */
export default async function config() {
  const { projects = [] } = await jestConfig();
  const project = projects.find((candidate) => typeof candidate === 'object' && candidate.displayName === part.project);
  if (typeof project !== 'object') throw new Error(`Jest has no project ${part.project}`);
  return {
    ...project,
    testMatch: [`<rootDir>/${part.tests}`],
    testEnvironment: inMutation(`${part.project}-environment.cjs`),
    testRunner: inMutation('jest-circus-runner.cjs'),
    testSequencer: inMutation('sequencer.cjs'),
    watchman: false,
  };
}
