import type { DowntimeWindow } from '@/lib/domain/payment/payment';
import { configFieldNames, type ConfigService } from '../../../backend/config/service';
import { listDowntimes } from '../../../backend/config/downtimes';
import type { ControlSettings } from '../../controls/controls';
import { readSetModes, type SetModes } from '../../controls/set-modes';
import { bankButtons } from '../../scenarios/bank-buttons';
import { html, type Markup } from '../../html/markup';
import { configFields, describeConfigValue } from '../forms/config-fields';
import { describeTarget } from '../forms/downtime';
import { renderEndChangesForm } from '../forms/end-changes';
import { menu } from '../pages/layout';
import { renderTime } from './time-format';

/** Changes that are in effect: config, outages, faults, and what is set at the gateways and the sandbox's own biller. */
interface ActiveChanges extends SetModes {
  readonly config: readonly { readonly label: string; readonly value: string; readonly byDefault: string }[];
  readonly downtimes: readonly DowntimeWindow[];
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

type ModeSources = Pick<ControlSettings, 'services' | 'simulators' | 'biller'>;

/** Reads the changes that are in effect now. */
export async function readActiveChanges(sources: ModeSources): Promise<ActiveChanges> {
  const { db, clock, config } = sources.services;
  return {
    ...(await readSetModes(sources)),
    config: await listChanges(config),
    downtimes: await listDowntimes(db, clock.now()),
  };
}

const modeLabels = {
  decisions: 'Payments at a bank’s page end by',
  callbacks: 'Callbacks of gateways are',
  refunds: 'Refunds are',
  charges: 'Charges of kept cards are',
} as const satisfies Record<keyof NonNullable<SetModes['gateways']>, string>;

/** What is set at the gateways and not used up. */
function renderModes({ gateways, biller }: Pick<ActiveChanges, 'gateways' | 'biller'>): readonly Markup[] {
  const names = ['decisions', 'callbacks', 'refunds', 'charges'] as const;
  const rows = names.flatMap((name) => {
    const set = gateways?.[name] ?? null;
    if (set === null) return [];
    const label = bankButtons.find(({ value }) => value === set.mode)?.label ?? set.mode;
    return [html`${modeLabels[name]}: <strong>${label}</strong> (${set.times} left)`];
  });
  if (biller !== null) rows.push(html`Postings at the biller: <strong>${biller.mode}</strong> (${biller.times} left)`);
  return rows;
}

/** Lists the changes that are in effect, and the clock's offset (ms). */
export function listActiveChanges(changes: ActiveChanges, offsetMs: number): readonly Markup[] {
  const { config, downtimes, faults } = changes;
  return [
    ...(offsetMs === 0 ? [] : [html`The clock is ahead by ${describeOffset(offsetMs)}.`]),
    ...config.map(
      ({ label, value, byDefault }) =>
        html`<strong>${label}</strong>: ${value} <span class="soft">(default: ${byDefault})</span>`,
    ),
    ...downtimes.map(
      ({ target, from, until }) =>
        html`<strong>${describeTarget(target)}</strong> is down from ${renderTime(from)} to ${renderTime(until)}`,
    ),
    ...faults.map(({ call, mode, times }) => html`<strong>${call}</strong>: ${mode} (${times} left)`),
    ...renderModes(changes),
  ];
}

/** The section of the changes that are in effect. */
export function renderActiveChanges(rows: readonly Markup[]): Markup {
  return html`<section class="card" id="active" aria-labelledby="active-heading">
    <h2 id="active-heading">Active now</h2>
    ${
      rows.length === 0
        ? html`<p>Nothing: no outage, no fault, every switch at its default, the clock right.</p>`
        : html`<ul class="rows">
            ${rows.map((row) => html`<li><div class="main">${row}</div></li>`)}
          </ul>`
    }
    ${rows.length === 0 ? null : renderEndChangesForm()}
    <p><a class="link" href="${menu.controls.path}">Change it in the controls</a></p>
  </section>`;
}

/** Formats a duration (ms) in days, hours and minutes, without those that are zero. */
export function describeOffset(offsetMs: number): string {
  const minutes = Math.round(offsetMs / 60_000);
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const message = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return message.length === 0 ? 'less than a minute' : message.join(' ');
}
