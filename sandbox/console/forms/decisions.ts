import { success } from '@/lib/domain/result';
import { bankButtons } from '../../scenarios/bank-buttons';
import { html, type Markup } from '../../html/markup';
import type { SetMode } from '../../controls/set-modes';
import type { Flash } from '../flash';
import { menu } from '../pages/layout';
import { describeFieldErrors, readCount, runControl, type ConsoleForm } from '../submission';
import { formPath, renderFormSection, renderInput, renderSelect, viewForm } from './fields';

const fieldErrors: Readonly<Record<string, string>> = {
  button: 'Choose a button.',
  times: 'Type a whole number from 1 to 10000.',
};

function describeButton(button: string): string {
  return bankButtons.find(({ value }) => value === button)?.label ?? button;
}

export const decisionForm: ConsoleForm = {
  name: 'decisions',
  returnPath: () => menu.controls.path,
  submit: (controls, { button, times, end }) =>
    runControl(
      async () =>
        success(
          await controls.setDecision(
            end === undefined ? { button, times: readCount(times) } : { button: 'approve', times: 0 },
          ),
        ),
      (decision) => ({
        message:
          decision.times === 0
            ? 'Payments at a bank’s page end as its payer presses.'
            : `Set: ${describeButton(decision.button)} (${decision.times} left).`,
      }),
      describeFieldErrors(fieldErrors),
    ),
};

function renderActive({ mode, times }: SetMode): Markup {
  return html`<ul class="rows">
    <li>
      <div class="main"><strong>${describeButton(mode)}</strong> (${times} left)</div>
      <form class="side" method="post" action="${formPath('decisions')}">
        <button type="submit" name="end" value="yes">End<span class="unseen">: ${describeButton(mode)}</span></button>
      </form>
    </li>
  </ul>`;
}

/** Decides by which button of a bank's page the next payments end. `active`: what is set and not used up; null: nothing. */
export function renderDecisionForm(active: SetMode | null, flash: Flash | null): Markup {
  const view = viewForm('decisions', flash);
  const buttons = bankButtons.map(({ value, label }) => ({ value, label }));
  return renderFormSection(
    view,
    'At a bank’s page',
    html`<p>
        The next payments at a page of a bank, wallet or card issuer end by this button, whichever is pressed. Pending
        corporate approval waits for a payment by FPX corporate. One button is set at a time.
      </p>
      ${active === null ? null : renderActive(active)}
      <form method="post" action="${formPath('decisions')}">
        ${renderSelect(view, { name: 'button', label: 'Button', groups: [{ label: null, choices: buttons }] })}
        ${renderInput(view, { name: 'times', label: 'How many payments', value: '1', inputmode: 'numeric' })}
        <div class="buttons">
          <button type="submit" class="first">Set</button>
        </div>
      </form>`,
  );
}
