import type { DowntimeWindow } from '@/lib/domain/payment/payment';
import { configFieldNames, type ConfigService } from '../../../backend/config/service';
import { listDowntimes } from '../../../backend/config/downtimes';
import type { Services } from '../../../backend/services';
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
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Promise<ActiveChanges> {
  return {
    config: await listChanges(config),
    downtimes: await listDowntimes(db, clock.now()),
    faults: await listFaults(db),
  };
}

/** Lists the changes that are in effect, and the clock's offset. */
export function renderActiveChanges({ config, downtimes, faults }: ActiveChanges, offsetMs: number): Markup {
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
