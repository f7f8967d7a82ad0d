import { html, type Markup } from '../../html/markup';
import { formPath, renderFormSection, viewForm } from './fields';
import type { Flash } from '../flash';
import { menu } from '../pages/layout';
import { runControl, type ConsoleForm, type Fields } from '../submission';

const refusals: Readonly<Record<string, string>> = {
  'nothing is pending': 'nothing is pending any more',
  'the bank has nothing pending':
    'the bank has nothing to settle, since its page was never opened, or it has ended already',
};

/** The path of a payment's page in the console. */
export function paymentPath(reference: string): string {
  return `${menu.payments.path}/${encodeURIComponent(reference)}`;
}

/** The page of the payment that a form is about. */
export function returnToPayment({ refid = '' }: Fields): string {
  return /^\w{1,40}$/.test(refid) ? paymentPath(refid) : menu.payments.path;
}

export const settleForm: ConsoleForm = {
  name: 'settle',
  returnPath: returnToPayment,
  submit: (controls, { refid, outcome }) =>
    runControl(
      async () => {
        const settled = await controls.settle({ refid, outcome });
        if (settled.ok) return settled;
        const { why, ...refusal } = settled.error;
        return { ok: false, error: { ...refusal, why: refusals[why] ?? why } };
      },
      () => ({ message: `The bank has settled it as ${outcome}.` }),
    ),
};

/** Settles a pending payment at the bank; only the flash message if nothing is pending. */
export function renderSettleForm(refid: string, isPending: boolean, flash: Flash | null): Markup | null {
  const view = viewForm('settle', flash);
  if (!isPending && view.flash === null) return null;
  return renderFormSection(
    view,
    'Settle at the bank',
    isPending
      ? html`<p>The bank ends this payment now and sends the backend its signed callback.</p>
          <form method="post" action="${formPath('settle')}">
            <input type="hidden" name="refid" value="${refid}" />
            <div class="buttons">
              <button type="submit" name="outcome" value="successful">Settle as successful</button>
              <button type="submit" name="outcome" value="failed">Settle as failed</button>
            </div>
          </form>`
      : html`<p class="soft">Nothing is pending now.</p>`,
  );
}
