import type { DowntimeWindow } from '@/lib/domain/payment/payment';
import { configFieldNames, type ConfigService } from '../../../backend/config/service';
import { listDowntimes } from '../../../backend/config/downtimes';
import type { ControlSettings } from '../../controls/controls';
import type { SimulatorModes } from '../../controls/simulators-client';
import { bankButtons } from '../../scenarios/bank-buttons';
import { listFaults } from '../../services/faults';
import { html, type Markup } from '../../html/markup';
import { configFields, describeConfigValue } from '../forms/config-fields';
import { menu } from '../pages/layout';
import { renderTime } from './time-format';

/** Changes that are in effect: config, outages and faults. */
interface ActiveChanges {
  readonly config: readonly { readonly label: string; readonly value: string; readonly byDefault: string }[];
  readonly downtimes: readonly DowntimeWindow[];
  readonly faults: Awaited<ReturnType<typeof listFaults>>;
  /** How the next payments, callbacks, refunds and charges end at the gateways; null while the simulators are not running. */
  readonly gateways: SimulatorModes | null;
  /** How the next postings end at the sandbox's own biller; null: as its accounts say. */
  readonly biller: { readonly mode: string; readonly times: number } | null;
}

async function listChanges(config: ConfigService): Promise<ActiveChanges['config']> {
  const [values, defaults] = [await config.readWire(), await config.readDefaults()];
  return configFieldNames
    .filter((name) => values[name] !== defaults[name])
    .map((name) => ({
      label: configFields[name].label,
      value: describeConfigValue(values[name]),
      byDefault: describeConfigValue(defaults[name]),
    }));
}

/** Reads the changes that are in effect now. */
export async function readActiveChanges({
  services,
  simulators,
  biller,
}: Pick<ControlSettings, 'services' | 'simulators' | 'biller'>): Promise<ActiveChanges> {
  const { db, clock, config } = services;
  return {
    gateways: await simulators.listModes(),
    biller: await biller.readMode(),
    config: await listChanges(config),
    downtimes: await listDowntimes(db, clock.now()),
    faults: await listFaults(db),
  };
}

const modeLabels = {
  decisions: 'payments at a bank’s page end by',
  callbacks: 'callbacks of gateways are',
  refunds: 'refunds are',
  charges: 'charges of kept cards are',
} as const satisfies Record<keyof SimulatorModes, string>;

/** What is set at the gateways and not used up. */
function renderModes({ gateways, biller }: Pick<ActiveChanges, 'gateways' | 'biller'>): readonly Markup[] {
  const names = ['decisions', 'callbacks', 'refunds', 'charges'] as const;
  const rows = names.flatMap((name) => {
    const set = gateways?.[name] ?? null;
    if (set === null) return [];
    const label = bankButtons.find(({ value }) => value === set.mode)?.label ?? set.mode;
    return [html`The next ${set.times} ${modeLabels[name]}: <strong>${label}</strong>`];
  });
  if (biller !== null)
    rows.push(html`The next ${biller.times} postings at the biller: <strong>${biller.mode}</strong>`);
  return rows;
}

/** Lists the changes that are in effect, and the clock's offset. */
export function renderActiveChanges({ config, downtimes, faults, ...modes }: ActiveChanges, offsetMs: number): Markup {
  const rows = [
    ...(offsetMs === 0 ? [] : [html`The clock is ahead by ${describeOffset(offsetMs)}.`]),
    ...config.map(
      ({ label, value, byDefault }) =>
        html`<strong>${label}</strong>: ${value} <span class="soft">(default: ${byDefault})</span>`,
    ),
    ...downtimes.map(
      ({ target, from, until }) =>
        html`<strong>${target}</strong> is down from ${renderTime(from)} to ${renderTime(until)}`,
    ),
    ...faults.map(
      ({ call, mode, times }) =>
        html`<strong>${call}</strong> fails ${times} more ${times === 1 ? 'time' : 'times'} (${mode})`,
    ),
    ...renderModes(modes),
  ];
  return html`<section class="card" aria-labelledby="active">
    <h2 id="active">Active now</h2>
    ${
      rows.length === 0
        ? html`<p>Nothing: no outage, no fault, every switch at its default, the clock right.</p>`
        : html`<ul class="rows">
            ${rows.map((row) => html`<li><div class="main">${row}</div></li>`)}
          </ul>`
    }
    <p><a class="link" href="${menu.controls.path}">Change it in the controls</a></p>
  </section>`;
}

/** Formats a duration (ms) in days, hours and minutes, without those that are zero. */
function describeOffset(offsetMs: number): string {
  const minutes = Math.round(offsetMs / 60_000);
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const message = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return message.length === 0 ? 'less than a minute' : message.join(' ');
}
