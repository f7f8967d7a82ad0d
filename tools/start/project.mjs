import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, wherever a command is called from. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Environment variables. @typedef {Record<string, string | undefined>} Environment */

/** A failure that a person can mend: its message is the one line they see, without a stack. */
export class PlainFailure extends Error {}

/** The oldest Node that the packages of this project run on: major and minor. */
const oldestNode = [20, 19];

/**
 * What is wrong with the running Node, as one line, or undefined when it will do.
 *
 * @param {string} version as in `process.versions.node`
 * @returns {string | undefined}
 */
export function describeUnfitNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `ebill needs Node ${oldestNode.join('.')} or newer; this is Node ${version}.`;
}

/**
 * Runs a command's main step; a plain failure ends the process with its one line, a bug with its stack.
 *
 * @param {() => Promise<number>} main gives the exit code
 */
export async function runCommand(main) {
  const unfit = describeUnfitNode(process.versions.node);
  if (unfit !== undefined) {
    console.error(unfit);
    process.exit(1);
  }
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof PlainFailure ? error.message : error);
    process.exitCode = 1;
  }
}
