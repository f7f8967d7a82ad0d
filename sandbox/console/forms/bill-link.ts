import { success } from '@/lib/domain/result';
import { html, type Markup } from '../../html/markup';
import { formAddress, renderFormSection, renderInput, viewForm } from './fields';
import type { Flash } from '../flash';
import { menu } from '../pages/layout';
import { trimFields, useControl, complainOf, type ConsoleForm } from '../submission';
import { readSen } from './money';

const complaints: Readonly<Record<string, string>> = {
  accountNumber: 'Type ten digits, such as 1234567801.',
  amount: 'Type an amount, such as 50.00, or leave it empty.',
};

export const billLinkForm: ConsoleForm = {
  name: 'bill-link',
  backTo: () => menu.controls.path,
  submit(controls, fields) {
    const { accountNumber = '', amount } = trimFields(fields);
    return useControl(
      async () =>
        success(await controls.createLink({ accountNumber, amount: amount === undefined ? null : readSen(amount) })),
      ({ url }) => ({
        says: `The link is made: ${url}`,
        link: { address: url, words: 'Open the bill' },
      }),
      complainOf(complaints),
    );
  },
};

/** Opens the bill of an account of the overview at once, by a direct link. */
export const openBillForm: ConsoleForm = {
  name: 'open-bill',
  backTo: () => menu.overview.path,
  submit: (controls, { accountNumber }) =>
    useControl(
      async () => success(await controls.createLink({ accountNumber, amount: null })),
      ({ url }) => ({ says: '', leadsTo: url }),
    ),
};

/** Makes a direct link to a bill. */
export function renderBillLinkForm(flash: Flash | null): Markup {
  const view = viewForm('bill-link', flash);
  return renderFormSection(
    view,
    'Direct bill link',
    html`<form method="post" action="${formAddress('bill-link')}">
      ${renderInput(view, { name: 'accountNumber', label: 'Account number', inputmode: 'numeric' })}
      ${renderInput(view, { name: 'amount', label: 'Amount, RM', hint: 'Empty: the payer chooses.', inputmode: 'decimal' })}
      <div class="buttons"><button type="submit">Make the link</button></div>
    </form>`,
  );
}
