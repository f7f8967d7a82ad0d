import { z } from 'zod';
import { checkMethodAmount } from '@/lib/domain/methods/method-table';
import { sen } from '@/lib/domain/money';
import { failure, success, type Result } from '@/lib/domain/result';
import { findBankName } from '../fpx/banks';
import type { AttemptOrder, Gateway, GatewayError, GatewayReport } from '../gateway';
import { createBillplzApi } from './api';
import { createBillplzBankDirectory } from './bank-directory';
import { billSchema, needsTransactions, statusOf, transactionsSchema, type Bill } from './bill';
import { readReference, readReport } from './report';
import { buildBill } from './request';
import { billplzAddresses, type BillplzSettings } from './settings';
import { elementSeparator } from './x-signature';

/** Our choice: Billplz's page has no end of its own before 30 days. */
const pageSessionMs = 10 * 60 * 1000;

/**
 * Returns the bill's page with the API's scheme; null if it is not on the API's host, where the payer must not be sent. Our query selects the
 * bank's page without a choice on Billplz's.
 */
function pageUrlOf({ url }: Bill, apiUrl: string): string | null {
  const [page, api] = [new URL(url), new URL(apiUrl)];
  return page.host === api.host ? `${api.origin}${page.pathname}` : null;
}

/**
 * Online banking (FPX, personal accounts) by bills of Billplz, API v3. `order.provider` is the bank's FPX id, which is Billplz's bank code.
 * `begin` returns 'refused' for an unknown bank or an amount outside FPX's limits, without a call. Neither returns nor callbacks are proof:
 * `enquire` reads the attempt's bill, whose second reference is the attempt's number. Billplz has no refunds. `now` is for the bank list.
 */
export function createBillplzGateway(settings: BillplzSettings, now: () => number): Gateway {
  const { apiUrl, bankListTimeoutMs, collectionId } = settings;
  const api = createBillplzApi(settings);

  /** Whether a bill is that of an attempt. */
  function isOf(bill: Bill, { number, amount }: AttemptOrder): boolean {
    return bill.reference_2 === number && bill.collection_id === collectionId && bill.amount === amount;
  }

  /** Reads the state of an attempt's bill, and of its payments. */
  async function readBill(order: AttemptOrder, id: string): Promise<Result<GatewayReport, GatewayError>> {
    const read = await api.get(`v3/bills/${id}`, billSchema);
    if (!read.ok) return read;
    const bill = read.value;
    if (bill.id !== id || !isOf(bill, order)) return failure('unreachable');
    const found = needsTransactions(bill)
      ? await api.get(`v3/bills/${id}/transactions`, transactionsSchema)
      : success({ bill_id: id, transactions: [] });
    if (!found.ok) return found;
    if (found.value.bill_id !== id) return failure('unreachable');
    const status = statusOf(bill, found.value.transactions);
    return success({
      number: order.number,
      status,
      amount: sen(status === 'successful' ? bill.paid_amount : bill.amount),
      currency: 'MYR',
      gatewayReference: bill.id,
      reasonCode: bill.state,
      bankName: null,
    });
  }

  /** The report on an attempt without a bill: the answer to `begin` was lost, and no payer was redirected. */
  function reportWithoutBill({ number, amount }: AttemptOrder): GatewayReport {
    return {
      ...{ number, status: 'unknown', amount, currency: 'MYR' },
      ...{ gatewayReference: '', reasonCode: '', bankName: null },
    };
  }

  async function enquire(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>> {
    const id = order.paymentId;
    if (id === null) return success(reportWithoutBill(order));
    const report = await readBill(order, id);
    if (!report.ok || report.value.status !== 'failed' || report.value.reasonCode !== 'due') return report;
    // The bill could still be paid on Billplz's page, and the payer is going to get another one.
    const deleted = await api.delete(`v3/bills/${id}`);
    return deleted.ok ? report : failure('unreachable');
  }

  return {
    name: 'billplz',
    ...billplzAddresses,
    sessionMs: pageSessionMs,
    banks: createBillplzBankDirectory(api, { timeoutMs: bankListTimeoutMs, now }),

    async begin(order) {
      const bankId = order.provider;
      if (bankId === null || findBankName('personal', bankId) === null) return failure('refused');
      if (checkMethodAmount('fpx', order.amount) !== null) return failure('refused');
      // Callbacks repeat it, and their signature would be ambiguous. Our forms do not take such an address.
      if (order.payerEmail.includes(elementSeparator)) return failure('refused');
      const created = await api.post('v3/bills', buildBill(settings, order, bankId), billSchema);
      if (!created.ok) return created;
      const url = pageUrlOf(created.value, apiUrl);
      if (url === null || !isOf(created.value, order)) return failure('unreachable');
      return success({
        kind: 'redirect',
        request: { url, method: 'GET', fields: { auto_submit: 'true' } },
        paymentId: created.value.id,
      });
    },

    async checkCredentials() {
      const banks = await api.get('v3/fpx_banks', z.unknown(), bankListTimeoutMs);
      if (banks.ok) return 'accepted';
      return banks.error === 'refused' ? 'rejected' : 'unreachable';
    },

    verifyReport: (fields) => readReport(fields, settings),

    readNumber: readReference,

    enquire,

    async withdraw(order) {
      const report = await enquire(order);
      // Deleting a bill that nobody has tried to pay: any other may have money on its way, or is deleted.
      const isUntouched = report.ok && report.value.status === 'unknown' && report.value.gatewayReference !== '';
      if (!isUntouched) return report;
      const deleted = await api.delete(`v3/bills/${report.value.gatewayReference}`);
      // Paid meanwhile: Billplz deletes due bills only.
      if (!deleted.ok) return deleted.error === 'refused' ? enquire(order) : deleted;
      return success({ ...report.value, status: 'cancelled', reasonCode: 'deleted' });
    },
  };
}
