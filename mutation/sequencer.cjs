const { statSync } = require('node:fs');
const { basename } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** The tests beside the mutated file are the most likely to notice, then the small files are the quickest to say so. */
module.exports = class extends Sequencer {
  /** @param {import('@jest/test-sequencer').TestSequencerOptions} options */
  constructor(options) {
    super(options);
    this.mutated = (options.globalConfig.nonFlagArgs ?? []).map((file) => basename(file, '.ts'));
  }

  /** @override @template {{ path: string }} Test @param {Test[]} tests */
  sort(tests) {
    /** @param {{ path: string }} test */
    const rank = ({ path }) => (this.mutated.includes(basename(path, '.test.ts')) ? 0 : statSync(path).size);
    return tests.toSorted((one, other) => rank(one) - rank(other));
  }
};
