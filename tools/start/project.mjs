import { fileURLToPath } from 'node:url';

/** The folder of package.json, independent of the working directory. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Environment variables. @typedef {Record<string, string | undefined>} Environment */

/** A failure that the user can fix: only its message is printed, without a stack. */
export class PlainFailure extends Error {}

/** The oldest supported Node: major and minor. */
const minimumNode = [20, 19];

/**
 * Returns a message if the running Node is not supported, else undefined.
 *
 * @param {string} version as in `process.versions.node`
 * @returns {string | undefined}
 */
export function describeUnsupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minimumMajor = 0, minimumMinor = 0] = minimumNode;
  if (major > minimumMajor || (major === minimumMajor && minor >= minimumMinor)) return undefined;
  return `ebill needs Node ${minimumNode.join('.')} or newer; this is Node ${version}.`;
}

/**
 * Runs a command's main function. A PlainFailure prints its message and any other error its stack; both set exit code 1.
 *
 * @param {() => Promise<number>} main returns the exit code
 */
export async function runCommand(main) {
  const unsupported = describeUnsupportedNode(process.versions.node);
  if (unsupported !== undefined) {
    console.error(unsupported);
    process.exit(1);
  }
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof PlainFailure ? error.message : error);
    process.exitCode = 1;
  }
}
