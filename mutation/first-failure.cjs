/** The mutant that a test has noticed last, in whichever file. @type {string | undefined} */
let noticed;

/** The mutant that is tested; undefined in Stryker's first run, which alters nothing. */
const mutant = () => process.env['__STRYKER_ACTIVE_MUTANT__'];

exports.isFirstRun = () => mutant() === undefined;

/** Whether a test has noticed the mutant: none has to look for it any more. */
exports.isNoticed = () => mutant() !== undefined && noticed === mutant();

/**
 * For a test environment: leaves out what comes after the first test that fails for a mutant. Jest itself can only go on, or exit.
 *
 * @type {import('@jest/types').Circus.EventHandler}
 */
exports.leaveAtFirstFailure = (event) => {
  if (event.name === 'test_start' && exports.isNoticed()) event.test.mode = 'skip';
  if (event.name === 'test_done' && event.test.errors.length > 0) noticed = mutant();
};
