import { listDowntimes } from '../../../backend/config/downtimes';
import { html } from '../../html/markup';
import { renderBillLinkForm } from '../forms/bill-link';
import { renderClockForm } from '../forms/clock';
import { renderConfigForms } from '../forms/config';
import { renderDecisionForm } from '../forms/decisions';
import { renderDowntimeForm } from '../forms/downtime';
import { renderFaultForm } from '../forms/faults';
import { renderOrderForm } from '../forms/order';
import { renderPresets } from '../forms/presets';
import { renderResetSection } from '../forms/reset';
import { renderPageIndex } from '../parts/page-index';
import { readSetModes } from '../../controls/set-modes';
import type { ShowPage } from '../page-request';

/** The sections of the page: the id and heading of each, in their order. */
const sections = [
  ['clock', 'Clock'],
  ['bill-link', 'Direct bill link'],
  ['order', 'New partner order'],
  ['downtime', 'Outages'],
  ['faults', 'Faults'],
  ['decisions', 'At a bank’s page'],
  ['presets', 'Presets'],
  ['config', 'Common config'],
  ['reset', 'Reset'],
] as const;

/** All controls as forms. */
export const showControls: ShowPage = async ({ settings, flash, origin }) => {
  const { services, clock, carrier } = settings;
  const { db, config } = services;
  const now = clock.now();
  const downtimes = await listDowntimes(db, now);
  const modes = await readSetModes(settings);
  return {
    title: 'Controls',
    menuEntry: 'controls',
    body: html`<p>What is changed here is changed for everybody who uses this sandbox.</p>
      ${renderPageIndex('Controls', sections)}
      <div class="columns">
        ${renderClockForm(clock.offsetMs, flash)} ${renderBillLinkForm(flash)} ${renderOrderForm(flash)}
        ${renderDowntimeForm({ downtimes, carriers: carrier.names, now }, flash)}
        ${renderFaultForm(modes.faults, flash)} ${renderDecisionForm(modes.gateways?.decisions ?? null, flash)}
      </div>
      ${renderPresets(origin, modes, flash)}
      ${renderConfigForms(await config.readWire(), await config.readDefaults(), flash)} ${renderResetSection()}`,
  };
};
