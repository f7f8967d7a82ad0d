import { callNames } from '@/lib/contract/calls';
import { success } from '@/lib/domain/result';
import type { SetModes } from '../../controls/set-modes';
import type { FaultMode } from '../../../backend/db/tables';
import { faultModes } from '../../services/faults';
import { html, type Markup } from '../../html/markup';
import { formPath, renderFormSection, renderInput, renderSelect, viewForm } from './fields';
import type { Flash } from '../flash';
import { menu } from '../pages/layout';
import { readCount, runControl, describeFieldErrors, type ConsoleForm } from '../submission';

type ActiveFaults = SetModes['faults'];

const modeLabels = {
  error: 'error: returns 500',
  slow: 'slow: answers after 6 seconds',
  timeout: 'timeout: never answers',
  garbage: 'garbage: answers with invalid data',
  'drop-answer': 'drop-answer: executes the call and drops the response',
} as const satisfies Record<FaultMode, string>;

const fieldErrors: Readonly<Record<string, string>> = {
  call: 'Choose a call.',
  mode: 'Choose how it fails.',
  times: 'Type a whole number from 1 to 10000.',
};

export const faultForm: ConsoleForm = {
  name: 'faults',
  returnPath: () => menu.controls.path,
  submit: (controls, { call, mode, times, clear }) =>
    runControl(
      async () => success(await controls.setFault({ call, mode, times: clear === undefined ? readCount(times) : 0 })),
      (fault) => ({
        message:
          fault.times === 0 ? `${fault.call} works again.` : `Set: ${fault.call}: ${fault.mode} (${fault.times} left).`,
      }),
      describeFieldErrors(fieldErrors),
    ),
};

function renderActive({ call, mode, times }: ActiveFaults[number]): Markup {
  return html`<li>
    <div class="main"><strong>${call}</strong>: ${mode} (${times} left)</div>
    <form class="side" method="post" action="${formPath('faults')}">
      <input type="hidden" name="call" value="${call}" />
      <input type="hidden" name="mode" value="${mode}" />
      <button type="submit" name="clear" value="yes">End<span class="unseen">: ${call}</span></button>
    </form>
  </li>`;
}

/** Makes the next calls of a name fail, and lists the active faults. */
export function renderFaultForm(active: ActiveFaults, flash: Flash | null): Markup {
  const view = viewForm('faults', flash);
  const calls = callNames.map((name) => ({ value: name, label: name }));
  const modes = faultModes.map((mode) => ({ value: mode, label: modeLabels[mode] }));
  return renderFormSection(
    view,
    'Faults',
    html`<p>The next calls of the site to the backend fail. Reads are retried once: each try counts.</p>
      ${
        active.length === 0
          ? null
          : html`<ul class="rows">
              ${active.map(renderActive)}
            </ul>`
      }
      <form method="post" action="${formPath('faults')}">
        ${renderSelect(view, { name: 'call', label: 'Call', value: 'payment.init', groups: [{ label: null, choices: calls }] })}
        ${renderSelect(view, { name: 'mode', label: 'How it fails', groups: [{ label: null, choices: modes }] })}
        ${renderInput(view, { name: 'times', label: 'How many times', value: '1', inputmode: 'numeric' })}
        <div class="buttons"><button type="submit" class="first">Set the fault</button></div>
      </form>`,
  );
}
