import { parseArgs } from 'node:util';
import { PlainFailure } from '../start/project.mjs';

/** By default, and with --quick, which checks that everything works. */
const numbers = {
  /** Of each page in a browser, and of a start. */
  runs: [5, 1],
  /** Through all pages under load, every other one in the opposite order. */
  rounds: [5, 1],
  /** Of load on one page in one round. */
  seconds: [3, 4],
  /** Seconds of load on each page before it is measured. */
  'warm-up': [12, 4],
  /** Payments from the home page to the result. */
  journeys: [300, 12],
  /** Of the backend in one measurement. */
  calls: [1_500, 60],
  /** In an imported file. */
  bills: [1_000_000, 10_000],
  /** Of the soak. */
  minutes: [10, 0.1],
} as const;
/** Payments stored while calls of the backend are measured. */
const sizes = ['100,10000,1000000', '100,1000'] as const;

export type BenchOptions = ReturnType<typeof readOptions>['options'];

function readNumber(text: string, name: string) {
  const value = Number(text);
  if (!(value > 0)) throw new PlainFailure(`--${name} must be a number above 0, not '${text}'.`);
  return value;
}

/** Reads the parts and their options from the command line. Throws a PlainFailure for a number that is not one. */
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
