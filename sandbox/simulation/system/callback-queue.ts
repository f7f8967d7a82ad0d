import { calls } from '@/lib/contract/calls';
import type { BackendIndex } from '../processes/backend-processes';
import type { BankReport } from './banks';
import type { BackendClient, RunRecord } from './backend-client';
import type { Actor } from '../runs/scheduler';

/** The reports of the banks, and those that must still be delivered. */
export interface CallbackQueue {
  readonly reports: readonly BankReport[];
  add(sent: readonly BankReport[]): void;
  deliver(actor: Actor, backend: BackendIndex, report: BankReport): Promise<void>;
  /** Delivers an altered report: with another amount, or another payment's number. */
  deliverForged(actor: Actor, backend: BackendIndex, report: BankReport, how: 'amount' | 'number'): Promise<void>;
  deliverOwed(actor: Actor, backend: BackendIndex): Promise<void>;
  countOwed(): number;
}

/** `losesCallbacks`: a planted fault, the backend answers `OK` to callbacks and ignores them. */
export function createCallbackQueue(client: BackendClient, record: RunRecord, losesCallbacks: boolean): CallbackQueue {
  const reports: BankReport[] = [];
  let owed: readonly BankReport[] = [];

  async function deliver(actor: Actor, backend: BackendIndex, report: BankReport): Promise<void> {
    const { to, fields } = report;
    if ('route' in to) {
      await client.call(actor, backend, calls['payment.return'], { route: to.route, fields });
      return;
    }
    const status = losesCallbacks ? 200 : await client.postCallback(actor, backend, to.callback, fields);
    record.log.push(`  ${backend} ${to.callback} ${report.number.slice(0, 4)} ${status}`);
    if (status === 200) owed = owed.filter((other) => other !== report);
  }

  function forge(report: BankReport, how: 'amount' | 'number'): BankReport {
    const other = reports.find(({ number }) => number !== report.number)?.number ?? report.number;
    const fields = Object.entries(report.fields).map(([name, value]): [string, string] => {
      if (how === 'number') return [name, value === report.number ? other : value];
      return [name, /amount/i.test(name) ? value.replace('138', '939') : value];
    });
    return { ...report, isOwed: false, fields: Object.fromEntries(fields) };
  }

  return {
    reports,
    add(sent) {
      reports.push(...sent);
      const calledBack = sent.filter(({ to }) => 'callback' in to);
      if (calledBack.length > 0 && !calledBack.some(({ isOwed }) => isOwed)) record.figures.count('bank silent');
      owed = [...owed, ...calledBack.filter(({ isOwed }) => isOwed)];
    },
    deliver,
    async deliverForged(actor, backend, report, how) {
      record.figures.count('report forged');
      await deliver(actor, backend, forge(report, how));
    },
    async deliverOwed(actor, backend) {
      for (const report of owed) await deliver(actor, backend, report);
    },
    countOwed: () => owed.length,
  };
}
