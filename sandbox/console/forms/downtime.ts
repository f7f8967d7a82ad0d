import { paymentMethods } from '@/lib/domain/methods/payment-methods';
import { knownWallets } from '@/lib/domain/methods/wallet';
import type { DowntimeWindow } from '@/lib/domain/payment/payment';
import { addMilliseconds, hourMs } from '../../../backend/clock';
import { fpxBankNames } from '../../../backend/gateways/fpx/banks';
import { instalmentPlans } from '../../scenarios/instalment-plans';
import { describeMethod } from '../../scenarios/payment-methods';
import { html, type Markup } from '../../html/markup';
import { formPath, renderFormSection, renderInput, renderSelect, viewForm } from './fields';
import type { Flash } from '../flash';
import { menu } from '../pages/layout';
import { describeBank } from '../parts/bank-names';
import { trimFields, runControl, describeFieldErrors, type ConsoleForm } from '../submission';
import { formatTime, parseLocalInput, renderTime, toLocalInput } from '../parts/time-format';

const fieldErrors: Readonly<Record<string, string>> = {
  method: 'Choose what is down.',
  from: 'Choose a day and a time, or leave it empty for now.',
  until: 'Choose a day and a time after the beginning.',
  message: 'Type at most 300 characters.',
};

export const downtimeForm: ConsoleForm = {
  name: 'downtime',
  returnPath: () => menu.controls.path,
  submit(controls, fields) {
    const { method = '', from, until = '', message, end } = trimFields(fields);
    return runControl(
      () =>
        controls.setDowntime({
          method,
          ...(from !== undefined && { from: parseLocalInput(from) }),
          message,
          until: end === undefined ? parseLocalInput(until) : null,
        }),
      (window) => ({
        message:
          window.from === null || window.until === null
            ? `${describeTarget(window.method)} is up again.`
            : `${describeTarget(window.method)} is down from ${formatTime(new Date(window.from))} until ${formatTime(new Date(window.until))} in Malaysia.`,
      }),
      describeFieldErrors(fieldErrors),
    );
  },
};

const plain = (value: string) => ({ value, label: value });

/** Returns the name of what is down, with its id. */
export function describeTarget(target: string): string {
  return describeBank(target) ?? describeMethod(target);
}

function listTargets(carriers: readonly string[]) {
  const banksOf = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([value, name]) => ({ value, label: `${name} (${value})` }));
  // A bank of both kinds is one target.
  const others = Object.entries(fpxBankNames.corporate).filter(([id]) => !Object.hasOwn(fpxBankNames.personal, id));
  return [
    { label: 'Methods', choices: paymentMethods.map((method) => ({ value: method, label: describeMethod(method) })) },
    { label: 'Wallets', choices: knownWallets.map(plain) },
    { label: 'Carriers', choices: carriers.map(plain) },
    {
      label: 'Banks of instalments',
      choices: instalmentPlans.map(({ bank, bankName }) => ({ value: bank, label: `${bankName} (${bank})` })),
    },
    { label: 'Banks of FPX', choices: banksOf(fpxBankNames.personal) },
    { label: 'Banks of FPX for companies only', choices: banksOf(Object.fromEntries(others)) },
  ];
}

function renderWindow({ target, from, until }: DowntimeWindow, now: Date): Markup {
  const status = new Date(from) <= now ? 'is down' : 'is announced';
  return html`<li>
    <div class="main">
      <strong>${describeTarget(target)}</strong> ${status}: ${renderTime(from)} to ${renderTime(until)}
    </div>
    <form class="side" method="post" action="${formPath('downtime')}">
      <input type="hidden" name="method" value="${target}" />
      <button type="submit" name="end" value="yes">End<span class="unseen">: outage of ${target}</span></button>
    </form>
  </li>`;
}

/** Starts and ends an outage of a method, bank, wallet or carrier, now or later. */
export function renderDowntimeForm(
  { downtimes, carriers, now }: { downtimes: readonly DowntimeWindow[]; carriers: readonly string[]; now: Date },
  flash: Flash | null,
): Markup {
  const view = viewForm('downtime', flash);
  const windows = downtimes.map((window) => renderWindow(window, now));
  const inAnHour = toLocalInput(addMilliseconds(now, hourMs));
  return renderFormSection(
    view,
    'Outages',
    html`${
        windows.length === 0
          ? null
          : html`<ul class="rows">
              ${windows}
            </ul>`
      }
      <form method="post" action="${formPath('downtime')}">
        ${renderSelect(view, { name: 'method', label: 'What is down', groups: listTargets(carriers) })}
        ${renderInput(view, { name: 'from', label: 'From', hint: 'Malaysian time. Empty: from now.', type: 'datetime-local' })}
        ${renderInput(view, { name: 'until', label: 'Until', hint: 'Malaysian time.', type: 'datetime-local', value: inAnHour })}
        ${renderInput(view, { name: 'message', label: 'Message', hint: 'Shown as it is. Empty: the site’s own text.' })}
        <div class="buttons"><button type="submit" class="first">Start the outage</button></div>
      </form>`,
  );
}
