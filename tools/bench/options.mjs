import { parseArgs } from 'node:util';
import { PlainFailure } from '../start/project.mjs';

/**
 * @typedef {object} BenchOptions
 * @property {boolean} isQuick a look at whether it works
 * @property {number} runs of each page in a browser, and of a start
 * @property {number} rounds through all pages under load, every other one in the opposite order
 * @property {number} seconds of load of one page in one round
 * @property {number} warmUp seconds of load before anything counts, for each page
 * @property {number} journeys payments from the first page to the last
 * @property {readonly number[]} sizes payments stored while calls of the backend are measured
 * @property {number} calls of the backend in one measurement
 * @property {number} minutes of the soak
 */

const usual = { runs: 5, rounds: 5, seconds: 3, 'warm-up': 12, journeys: 300, calls: 1_500, minutes: 10 };
/** Shows whether everything works; its figures say nothing. */
const quick = { runs: 1, rounds: 1, seconds: 4, 'warm-up': 4, journeys: 12, calls: 60, minutes: 0.1 };

/** @param {string | undefined} text @param {number} otherwise @param {string} name */
function readNumber(text, otherwise, name) {
  const value = text === undefined ? otherwise : Number(text);
  if (!(value > 0)) throw new PlainFailure(`--${name} must be a number above 0, not '${text}'.`);
  return value;
}

/**
 * @param {readonly string[]} parameters of the command line
 * @returns {{ names: readonly string[], options: BenchOptions }} which parts, and how
 * @throws {PlainFailure} for a number that is none
 */
export function readOptions(parameters) {
  const { values, positionals } = parseArgs({
    args: [...parameters],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      runs: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'warm-up': { type: 'string' },
      journeys: { type: 'string' },
      calls: { type: 'string' },
      minutes: { type: 'string' },
      sizes: { type: 'string' },
    },
  });
  const otherwise = values.quick ? quick : usual;
  const number = (/** @type {keyof typeof usual} */ name) => readNumber(values[name], otherwise[name], name);
  const sizes = (values.sizes ?? (values.quick ? '100,1000' : '100,10000,1000000')).split(',');
  return {
    names: positionals,
    options: {
      isQuick: values.quick,
      runs: number('runs'),
      rounds: number('rounds'),
      seconds: number('seconds'),
      warmUp: number('warm-up'),
      journeys: number('journeys'),
      calls: number('calls'),
      minutes: number('minutes'),
      sizes: sizes.map((size) => readNumber(size, 0, 'sizes')),
    },
  };
}
