import { formatPlainRinggit, formatRinggit, sen } from '@/lib/domain/money';
import { listRefundableCredits, listRefundsOfOrder } from '../../../backend/refunds/model';
import type { Db } from '../../../backend/db/database';
import { html, type Markup } from '../../html/markup';
import type { Flash } from '../flash';
import { renderTime } from '../parts/time-format';
import { describeFieldErrors, runControl, trimFields, type ConsoleForm } from '../submission';
import { formPath, renderFormSection, renderInput, renderSelect, viewForm } from './fields';
import { readSen } from './money';
import { returnToPayment } from './settle';

const fieldErrors: Readonly<Record<string, string>> = {
  account: 'Choose an account of the payment.',
  amount: 'Type an amount, in ringgit, of at most what is left.',
  reason: 'Type a reason of at most 1000 characters.',
};

export const refundForm: ConsoleForm = {
  name: 'refund',
  returnPath: returnToPayment,
  submit(controls, fields) {
    const { refid, account, amount, reason } = trimFields(fields);
    return runControl(
      () => controls.refund({ refid, account, amount: readSen(amount), reason }),
      ({ refund }) => ({ message: `The refund is requested and approved. Its reference is ${refund}.` }),
      describeFieldErrors(fieldErrors),
    );
  },
};

/** Refunds of a payment, and a form that refunds what is left of it; null where nothing was credited. */
export async function renderRefunds(db: Db, refid: string, flash: Flash | null): Promise<Markup | null> {
  const credits = await listRefundableCredits(db, refid, null);
  const [first] = credits;
  if (first === undefined) return null;
  const view = viewForm('refund', flash);
  const refunds = (await listRefundsOfOrder(db, refid)).map(
    ({ reference, amount, state, requestedAt }) =>
      html`<li>
        <div class="main">
          <strong>${formatRinggit(sen(amount))}</strong> ${state}, <span class="number pick">${reference}</span>
        </div>
        <span class="side soft">${renderTime(requestedAt.toISOString())}</span>
      </li>`,
  );
  const left = credits.filter((credit) => credit.left > 0);
  const describeLeft = ({ accountNumber, left: amount }: (typeof credits)[number]) =>
    `${accountNumber ?? 'no account'}: ${formatRinggit(sen(amount))} left`;
  const form = html`<form method="post" action="${formPath('refund')}">
    <input type="hidden" name="refid" value="${refid}" />
    ${
      credits.length === 1
        ? null
        : renderSelect(view, {
            name: 'account',
            label: 'Account',
            groups: [
              {
                label: null,
                choices: left.map((credit) => ({
                  value: credit.accountNumber ?? '',
                  label: describeLeft(credit),
                })),
              },
            ],
          })
    }
    ${renderInput(view, {
      name: 'amount',
      label: 'Amount, RM',
      ...(credits.length === 1 && { hint: `${formatRinggit(sen(first.left))} is left.` }),
      value: formatPlainRinggit(sen(left[0]?.left ?? 0)),
      inputmode: 'decimal',
    })}
    ${renderInput(view, { name: 'reason', label: 'Reason', value: 'Test' })}
    <div class="buttons"><button type="submit">Refund</button></div>
  </form>`;
  return renderFormSection(
    view,
    'Refunds',
    html`${
      refunds.length === 0
        ? null
        : html`<ul class="rows">
            ${refunds}
          </ul>`
    }
    ${left.length === 0 ? html`<p class="soft">Nothing is left to refund.</p>` : form}`,
  );
}
