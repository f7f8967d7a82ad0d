import { parseArgs } from 'node:util';
import { PlainFailure } from '../start/project.mjs';

/** Default values, and those of --quick. */
const numbers = {
  /** Runs of each page in a browser, and of each start. */
  runs: [5, 1],
  /** Rounds through all pages under load, every other one in reverse order. */
  rounds: [5, 1],
  /** Seconds of load on each page per round. */
  seconds: [3, 4],
  /** Seconds of load on each page before it is measured. */
  'warm-up': [12, 4],
  /** Journeys from the home page to the result. */
  journeys: [300, 12],
  /** Backend calls per measurement. */
  calls: [1_500, 60],
  /** Bills of an imported file. */
  bills: [1_000_000, 10_000],
  /** Duration of the soak test. */
  minutes: [10, 0.1],
} as const;
/** Numbers of stored payments for which backend calls are measured. */
const sizes = ['100,10000,1000000', '100,1000'] as const;

export type BenchOptions = ReturnType<typeof readOptions>['options'];

function readNumber(text: string, name: string) {
  const value = Number(text);
  if (!(value > 0)) throw new PlainFailure(`--${name} must be a number above 0, not '${text}'.`);
  return value;
}

/** Reads the parts and their options from the command line. Throws a PlainFailure for an invalid number. */
export function readOptions(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...parameters],
    allowPositionals: true,
    options: {
      ...{ quick: { type: 'boolean', default: false }, runs: text, rounds: text, seconds: text, 'warm-up': text },
      ...{ journeys: text, calls: text, bills: text, minutes: text, sizes: text },
    },
  });
  const column = values.quick ? 1 : 0;
  const read = (name: keyof typeof numbers) => readNumber(values[name] ?? String(numbers[name][column]), name);
  return {
    names: positionals,
    options: {
      isQuick: values.quick,
      ...{ runs: read('runs'), rounds: read('rounds'), seconds: read('seconds'), warmUp: read('warm-up') },
      ...{ journeys: read('journeys'), calls: read('calls'), bills: read('bills'), minutes: read('minutes') },
      sizes: (values.sizes ?? sizes[column]).split(',').map((size) => readNumber(size, 'sizes')),
    },
  };
}
