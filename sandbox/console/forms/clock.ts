import { html, type Markup } from '../../html/markup';
import { formPath, renderFormSection, renderInput, renderSelect, viewForm } from './fields';
import type { Flash } from '../flash';
import { menu } from '../pages/layout';
import { runControl, type ConsoleForm } from '../submission';
import { describeOffset } from '../parts/active-changes';
import { formatTime } from '../parts/time-format';

const jumps = [
  { advance: 'PT15M', label: '15 minutes' },
  { advance: 'P1D', label: '1 day' },
  { advance: 'P5D', label: '5 days' },
] as const;

const units = [
  { value: 'minutes', label: 'minutes', write: (count: string) => `PT${count}M` },
  { value: 'hours', label: 'hours', write: (count: string) => `PT${count}H` },
  { value: 'days', label: 'days', write: (count: string) => `P${count}D` },
] as const;

export const clockForm: ConsoleForm = {
  name: 'clock',
  returnPath: () => menu.controls.path,
  submit(controls, { advance, count = '', unit }) {
    const write = units.find(({ value }) => value === unit)?.write ?? units[0].write;
    return runControl(
      () => controls.moveClock({ advance: advance ?? (Number(count) > 0 ? write(count.trim()) : '') }),
      ({ now }) => ({
        message: `The clock is now ${formatTime(new Date(now))} in Malaysia. Due jobs have run.`,
      }),
      () => ({ field: 'count', message: 'Type a whole number, such as 3.' }),
    );
  },
};

/** Moves the clock by a preset or by a typed duration. `offsetMs`: how far it is ahead. */
export function renderClockForm(offsetMs: number, flash: Flash | null): Markup {
  const view = viewForm('clock', flash);
  const buttons = jumps.map(
    ({ advance, label }) => html`<button type="submit" name="advance" value="${advance}">${label}</button>`,
  );
  return renderFormSection(
    view,
    'Clock',
    html`<p>
        Payments expire, reminders go out and pending payments are enquired as if that time had passed. Only a reset
        sets the clock back, and it deletes all payments.
      </p>
      ${offsetMs === 0 ? null : html`<p>It is ahead by ${describeOffset(offsetMs)}.</p>`}
      <form method="post" action="${formPath('clock')}"><div class="buttons">${buttons}</div></form>
      <form method="post" action="${formPath('clock')}">
        <div class="pair">
          ${renderInput(view, { name: 'count', label: 'Another duration', inputmode: 'numeric' })}
          ${renderSelect(view, { name: 'unit', label: 'Unit', groups: [{ label: null, choices: units }] })}
        </div>
        <div class="buttons"><button type="submit" class="first">Move the clock forward</button></div>
      </form>`,
  );
}
