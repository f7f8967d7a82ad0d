import { formatPlainRinggit, formatRinggit, sen } from '@/lib/domain/money';
import type { RefundState } from '@/lib/domain/payment/refund-states';
import { listRefundableCredits, listRefundsOfOrder, type Refund } from '../../../backend/refunds/model';
import type { Db } from '../../../backend/db/database';
import { html, type Markup } from '../../html/markup';
import type { Flash } from '../flash';
import { renderRefundState } from '../parts/badge';
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

export const refundSettlementForm: ConsoleForm = {
  name: 'settle-refund',
  returnPath: returnToPayment,
  section: () => refundForm.name,
  submit: (controls, { refund, outcome }) =>
    runControl(
      () => controls.settleRefund({ refund, outcome }),
      ({ state }) => ({
        message:
          state === 'succeeded' ? 'The money is returned.' : 'Settled as failed: the money can be refunded again.',
      }),
    ),
};

/** What the states mean that wait for somebody. */
const waitingFor: Partial<Readonly<Record<RefundState, string>>> = {
  requested: 'It waits for its approval.',
  approved: 'It is sent to the gateway next.',
  sent: 'The gateway has not said yet what became of it.',
  manual: 'Its gateway makes no refunds: an operator transfers the money, and records it.',
};

/** A refund, and how a person ends one that waits for a bank transfer. */
function renderRefund({ reference, refid, amount, state, requestedAt }: Refund): Markup {
  const meaning = waitingFor[state];
  const form = html`<form class="side" method="post" action="${formPath(refundSettlementForm.name)}">
    <input type="hidden" name="refid" value="${refid}" />
    <input type="hidden" name="refund" value="${reference}" />
    <button type="submit" name="outcome" value="succeeded">Settle as returned</button>
    <button type="submit" name="outcome" value="failed">Settle as failed</button>
  </form>`;
  return html`<li>
    <div class="main">
      <strong>${formatRinggit(sen(amount))}</strong> ${renderRefundState(state)}
      <span class="soft">${renderTime(requestedAt.toISOString())}</span>
      <div class="number pick">${reference}</div>
      ${meaning === undefined ? null : html`<p class="soft">${meaning}</p>`}
    </div>
    ${state === 'manual' ? form : null}
  </li>`;
}

/** Refunds of a payment, and a form that refunds what is left of it; null where nothing was credited. */
export async function renderRefunds(db: Db, refid: string, flash: Flash | null): Promise<Markup | null> {
  const credits = await listRefundableCredits(db, refid, null);
  const [first] = credits;
  if (first === undefined) return null;
  const view = viewForm('refund', flash);
  const refunds = (await listRefundsOfOrder(db, refid)).map(renderRefund);
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
