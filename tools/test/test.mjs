import { installWhenNeeded } from '../start/install.mjs';
import { PlainFailure, runCommand } from '../start/project.mjs';
import { stopPrograms } from '../start/run-program.mjs';
import { addCounts } from './test-counts.mjs';

/*
 * node tools/test/test.mjs                    the whole gate
 * node tools/test/test.mjs --full             the same, with the whole matrix of ways to pay
 * node tools/test/test.mjs --quick            all but PostgreSQL and the browser
 * node tools/test/test.mjs STEP [parameters]  one step, with further parameters for its program
 */

/** @typedef {keyof typeof import('./test-steps.mjs').steps} StepName */
/** @typedef {import('./test-steps.mjs').StepResult & { name: StepName, seconds: number }} Finished */

/** Groups run one after the other, a group's lanes side by side. @type {readonly (readonly (readonly StepName[])[])[]} */
const plan = [
  [['lint'], ['format', 'types', 'imports', 'unit', 'backend']],
  [['postgres']],
  [['redis']],
  [['simulate']],
  [['journeys']],
  // The controls' specs wait more than they work.
  [['controls'], ['packages', 'development', 'lighthouse']],
  [['faults']],
];
const slow = new Set([
  'postgres',
  'redis',
  'simulate',
  'journeys',
  'controls',
  'packages',
  'development',
  'lighthouse',
  'faults',
]);
/** Steps for the command line alone: several of the gate's in one. @type {readonly StepName[]} */
const together = ['e2e'];

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    stopPrograms('SIGTERM');
    process.exit(130);
  });
}

/**
 * @param {readonly (readonly (readonly StepName[])[])[]} wanted
 * @param {readonly string[]} extra
 * @param {boolean} alone
 * @returns {Promise<Finished[]>}
 */
async function runSteps(wanted, extra, alone) {
  // Loaded only now: its programs are there once everything is installed.
  const { steps } = await import('./test-steps.mjs');
  const ci = process.env['CI'] === 'true' || process.env['CI'] === '1';
  /** @type {Finished[]} */
  const finished = [];
  for (const group of wanted) {
    await Promise.all(
      group.map(async (lane) => {
        for (const name of lane) {
          const began = performance.now();
          const result = await steps[name]({ extra, show: alone, ci, say: console.log });
          const step = { ...result, name, seconds: Math.round((performance.now() - began) / 100) / 10 };
          finished.push(step);
          if (step.failed > 0) console.log(step.output.trimEnd());
          console.log(describeStep(step));
        }
      }),
    );
  }
  return finished;
}

/** @param {Finished} step */
function describeStep({ name, passed, failed, notes, seconds }) {
  const mark = failed > 0 ? '✗' : passed > 0 ? '✓' : '!';
  return [`${mark} ${name.padEnd(11)}`, `${passed} passed, ${failed} failed`, `${seconds} s`, ...notes].join('  ');
}

await runCommand(async () => {
  const [first, ...extra] = process.argv.slice(2);
  const alone = first !== undefined && first !== '--full' && first !== '--quick';
  const names = plan.flat(2);
  const chosen = [...names, ...together].filter((name) => name === first);
  if (alone && chosen.length === 0)
    throw new PlainFailure(`There is no step '${first}'. Steps: ${[...names, ...together].join(', ')}`);

  // What the browser's cases are chosen by; see e2e/specs/matrix.spec.ts.
  if (first === '--full') process.env['E2E_MATRIX'] = 'whole';
  await installWhenNeeded(console.log);
  const wanted = first === '--quick' ? plan.filter((group) => !group.flat().some((name) => slow.has(name))) : plan;
  const finished = await runSteps(alone ? [[chosen]] : wanted, extra, alone);

  const all = addCounts(finished);
  if (!alone) {
    const sorted = [...finished].sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
    console.log(['', 'Summary', ...sorted.map(describeStep)].join('\n'));
  }
  const leftOut = finished.filter(({ passed, failed }) => passed + failed === 0);
  for (const { name, notes } of leftOut) console.log(`\n!!! LEFT OUT: ${name}: ${notes.join('; ')} !!!`);
  console.log(`\n${all.passed} passed, ${all.failed} failed`);
  return all.failed > 0 || all.passed === 0 ? 1 : 0;
});
