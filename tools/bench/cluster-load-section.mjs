/** @typedef {import('./records').LoadRecord} LoadRecord */
/** @typedef {import('./records').ClusterLoad} ClusterLoad */

const begin = '<!-- load: made by npm run load -->';
const end = '<!-- end of load -->';

const whole = (/** @type {number} */ value) => String(Math.round(value));
const mega = (/** @type {number | undefined} */ value) => (value === undefined ? '' : `${Math.round(value)} MB`);
const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** @param {readonly ClusterLoad[]} loads */
function describeSteps(loads) {
  const steps = loads[0]?.half.steps.map(({ name }) => name) ?? [];
  const cell = (/** @type {ClusterLoad} */ load, /** @type {string} */ name) => {
    const step = load.half.steps.find((one) => one.name === name);
    return step === undefined ? '' : `${whole(step.p50)} / ${whole(step.p99)}`;
  };
  return table(
    ['', ...loads.map(({ processes }) => (processes === 1 ? 'one site, one backend' : 'two of each'))],
    [
      ['payments a second, as many as go through', ...loads.map(({ full }) => full.perSecond.toFixed(1))],
      ['journeys that failed', ...loads.map(({ failed }) => String(failed))],
      ...steps.map((name) => [`${name}, ms at half of that: p50 / p99`, ...loads.map((load) => cell(load, name))]),
    ],
  );
}

/** @param {LoadRecord} record */
function describeMemory({ loads, soak }) {
  const two = loads.find(({ processes }) => processes === 2);
  const names = Object.keys(two?.before ?? {});
  const quarter = Math.floor(soak.memory.length / 4);
  const mean = (/** @type {string} */ name, /** @type {readonly Record<string, number>[]} */ readings) =>
    readings.reduce((sum, reading) => sum + (reading[name] ?? NaN), 0) / readings.length;
  return table(
    ['', 'before', 'after the load', 'soak, its second quarter', 'soak, its last'],
    names.map((name) => [
      name,
      mega(two?.before[name]),
      mega(two?.after[name]),
      mega(mean(name, soak.memory.slice(quarter, quarter * 2))),
      mega(mean(name, soak.memory.slice(-quarter))),
    ]),
  );
}

/**
 * Writes what was measured into the operator's guide.
 *
 * @param {string} guide docs/operate.md
 * @param {LoadRecord} record
 * @returns {string} the guide with it
 * @throws where the guide has no place for it
 */
export function describeLoad(guide, record) {
  const [before, rest] = guide.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/operate.md has no '${begin}' … '${end}'`);
  const { machine, versions, payments, soak } = record;
  const section = [
    `Measured on ${machine}, nginx ${versions.nginx}, PostgreSQL ${versions.postgresql}, Redis ${versions.redis}, all of it and the payers on the one machine:`,
    describeSteps(record.loads),
    `Then ${soak.perSecond.toFixed(1)} payers a second for ${soak.minutes} minutes, two of each: ${soak.journeys} journeys, ${soak.failed} failed. Memory in use:`,
    describeMemory(record),
    `All ${payments} payments stood in a ledger that balances.`,
  ];
  return [before + begin, ...section, end + after].join('\n\n');
}
