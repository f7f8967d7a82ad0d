import type { AttemptOrder, GatewayError, GatewayReport } from '../gateway';
import type { Adapter, Fields, Subject } from './adapter.fixture';

/** One rule of the gateway interface. `run` throws if the adapter breaks it. */
export interface Check {
  readonly name: string;
  /** Whether the rule can be checked; by default it can. What an adapter lacks is checked to be absent by another rule. */
  readonly isFor?: (adapter: Adapter) => boolean;
  readonly run: (subject: Subject) => Promise<void>;
}

/** Long enough for a call on one machine, and short enough to wait for. */
export const shortTimeoutMs = 300;

/** Reads an enquiry, whose failure is its error. */
export async function enquire({ gateway }: Subject, order: AttemptOrder): Promise<GatewayReport | GatewayError> {
  const report = await gateway.enquire(order);
  return report.ok ? report.value : report.error;
}

/** What the backend believes of a message about an attempt: a success only if the enquiry confirms it. */
export async function isBelieved({ gateway }: Subject, order: AttemptOrder, fields: Fields): Promise<boolean> {
  const report = gateway.verifyReport(fields);
  if (!report.ok || report.value.number !== order.number || report.value.status !== 'successful') return false;
  const confirmed = await gateway.enquire(order);
  return confirmed.ok && confirmed.value.status === 'successful' && confirmed.value.amount === order.amount;
}

/** Replaces a text in the names and values of a message, wherever it is. */
export function replaceIn(fields: Fields, from: string, to: string): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.replaceAll(from, to), value.replaceAll(from, to)]),
  );
}
