import { success } from '@/lib/domain/result';
import { html, type Markup } from '../../html/markup';
import { formPath, renderFormSection, renderInput, viewForm } from './fields';
import type { Flash } from '../flash';
import { menu } from '../pages/layout';
import { trimFields, runControl, describeFieldErrors, type ConsoleForm } from '../submission';
import { readSen } from './money';

const fieldErrors: Readonly<Record<string, string>> = {
  accountNumber: 'Type ten digits, such as 1234567801.',
  amount: 'Type an amount, such as 50.00, or leave it empty.',
};

export const billLinkForm: ConsoleForm = {
  name: 'bill-link',
  returnPath: () => menu.controls.path,
  submit(controls, fields) {
    const { accountNumber = '', amount } = trimFields(fields);
    return runControl(
      async () =>
        success(await controls.createLink({ accountNumber, amount: amount === undefined ? null : readSen(amount) })),
      ({ url }) => ({
        message: 'The link is created.',
        link: { address: url, text: 'Open the bill' },
      }),
      describeFieldErrors(fieldErrors),
    );
  },
};

/** Opens the bill of an account of the overview, by a direct link. */
export const openBillForm: ConsoleForm = {
  name: 'open-bill',
  returnPath: () => menu.overview.path,
  submit: (controls, { accountNumber }) =>
    runControl(
      async () => success(await controls.createLink({ accountNumber, amount: null })),
      ({ url }) => ({ message: '', redirectTo: url }),
    ),
};

/** Creates a direct link to a bill. */
export function renderBillLinkForm(flash: Flash | null): Markup {
  const view = viewForm('bill-link', flash);
  return renderFormSection(
    view,
    'Direct bill link',
    html`<form method="post" action="${formPath('bill-link')}">
      ${renderInput(view, { name: 'accountNumber', label: 'Account number', inputmode: 'numeric' })}
      ${renderInput(view, { name: 'amount', label: 'Amount, RM', hint: 'Empty: the payer chooses.', inputmode: 'decimal' })}
      <div class="buttons"><button type="submit" class="first">Create the link</button></div>
    </form>`,
  );
}
