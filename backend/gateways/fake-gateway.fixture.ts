import { sen, type Sen } from '@/lib/domain/money';
import { failure, success } from '@/lib/domain/result';
import {
  gatewayStatuses,
  type AttemptOrder,
  type CardData,
  type DisputeReport,
  type Gateway,
  type GatewayAddresses,
  type GatewayError,
  type GatewayReport,
  type GatewayStart,
  type GatewayStatus,
  type ReturnError,
} from './gateway';
import type { Result } from '@/lib/domain/result';

type Beginning = 'redirect' | 'barcode' | GatewayStatus | GatewayError;

/** A gateway for tests: returns configured statuses and records its calls. */
export class FakeGateway implements Gateway {
  readonly callback: GatewayAddresses['callback'];
  readonly returnRoutes: GatewayAddresses['returnRoutes'];
  readonly begun: { readonly order: AttemptOrder; readonly card: CardData | undefined }[] = [];
  readonly enquired: string[] = [];
  readonly voided: string[] = [];
  /** How many times a reversal succeeds but its response is lost. */
  lostVoids = 0;
  private readonly statuses = new Map<string, { status: GatewayStatus; amount: Sen }>();
  isReachable = true;
  sessionMs = 10 * 60_000;
  limits?: NonNullable<Gateway['limits']>;
  /** What `begin` returns: a redirect, a barcode, a report or an error. */
  beginning: Beginning;
  /** `begin` waits for this promise: for concurrent requests. */
  gate: Promise<void> = Promise.resolve();
  /** For a presentment gateway: the response to a withdrawal. */
  withdraw?: Gateway['withdraw'];
  /** For a gateway whose codes tell why an attempt ended. */
  causeOf?: NonNullable<Gateway['causeOf']>;
  /** For a gateway of FPX. */
  banks?: NonNullable<Gateway['banks']>;
  /** For a gateway with refunds. */
  refunds?: NonNullable<Gateway['refunds']>;
  /** For a gateway that charges stored cards. */
  charges?: NonNullable<Gateway['charges']>;

  constructor(
    readonly name: string,
    private readonly usualBeginning: Beginning = 'redirect',
    { callback = name, returnRoutes = [] }: Partial<GatewayAddresses> = {},
  ) {
    this.beginning = usualBeginning;
    this.callback = callback;
    this.returnRoutes = returnRoutes;
  }

  /** Resets everything to its initial state. */
  reset(): void {
    for (const asked of [this.begun, this.enquired, this.voided]) asked.length = 0;
    this.statuses.clear();
    this.lostVoids = 0;
    this.isReachable = true;
    this.sessionMs = 10 * 60_000;
    this.beginning = this.usualBeginning;
    this.gate = Promise.resolve();
    delete this.withdraw;
    delete this.refunds;
    delete this.charges;
    delete this.limits;
    delete this.causeOf;
  }

  async begin(order: AttemptOrder, card?: CardData): Promise<Result<GatewayStart, GatewayError>> {
    this.begun.push({ order, card });
    await this.gate;
    if (this.beginning === 'unreachable' || this.beginning === 'refused') return failure(this.beginning);
    if (this.beginning === 'redirect') {
      return success({
        kind: 'redirect',
        request: { url: 'http://bank.example/pay', method: 'POST', fields: { number: order.number } },
      });
    }
    if (this.beginning === 'barcode') {
      this.setStatus(order.number, 'pending', order.amount);
      const expiresAt = new Date(Date.parse(order.startedAt) + 66_600_000).toISOString();
      return success({ kind: 'barcode', text: order.number, expiresAt });
    }
    this.setStatus(order.number, this.beginning, order.amount);
    return success({ kind: 'report', report: this.report(order.number, order.amount) });
  }

  /** Resolves once this many attempts have begun, with or without a response. */
  async waitForBegun(count: number): Promise<void> {
    while (this.begun.length < count) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Sets the status that the gateway has for an attempt. */
  setStatus(number: string, status: GatewayStatus, amount: number = 13_878): void {
    this.statuses.set(number, { status, amount: sen(amount) });
  }

  /** Returns the signed fields of a return or callback. */
  sign(number: string, status: GatewayStatus, amount: number = 13_878): Record<string, string> {
    return { number, status, amount: String(amount), signature: this.signatureOf(number, status, String(amount)) };
  }

  private signatureOf(...parts: readonly string[]): string {
    return [this.name, ...parts].join('/');
  }

  private report(number: string, amount: Sen): GatewayReport {
    const known = this.statuses.get(number);
    return {
      number,
      status: known?.status ?? 'unknown',
      amount: known?.amount ?? amount,
      currency: 'MYR',
      gatewayReference: known === undefined ? '' : `ref-${number}`,
      reasonCode: known?.status ?? 'not-found',
      bankName: 'Fake Bank',
    };
  }

  verifyReport(fields: Readonly<Record<string, string>>): Result<GatewayReport, ReturnError> {
    const { number = '', status = '', amount = '', signature } = fields;
    const knownStatus = gatewayStatuses.find((known) => known === status);
    if (number === '' || knownStatus === undefined) return failure('malformed');
    if (signature !== this.signatureOf(number, status, amount)) return failure('unsigned');
    return success({
      ...this.report(number, sen(Number(amount))),
      status: knownStatus,
      amount: sen(Number(amount)),
      gatewayReference: `ref-${number}`,
    });
  }

  /** Returns the signed fields of a callback about a dispute. */
  signDispute(number: string, dispute: string, status: DisputeReport['status'], amount = 13_878) {
    const fields = { number, dispute, status, amount: String(amount), respondBy: '2026-12-31T10:00:00.000Z' };
    return { ...fields, signature: this.signatureOf('dispute', number, dispute, status, String(amount)) };
  }

  verifyDispute(fields: Readonly<Record<string, string>>): Result<DisputeReport, 'malformed' | 'unsigned'> | null {
    const { number = '', dispute, status, amount = '', respondBy = '', signature } = fields;
    if (dispute === undefined) return null;
    if (status !== 'opened' && status !== 'won' && status !== 'lost') return failure('malformed');
    if (signature !== this.signatureOf('dispute', number, dispute, status, amount)) return failure('unsigned');
    const disputed = { dispute, number, amount: sen(Number(amount)), currency: 'MYR' };
    return success({ ...disputed, status, reasonCode: '10.4', respondBy });
  }

  readNumber(fields: Readonly<Record<string, string>>): string | null {
    return fields['number'] ?? null;
  }

  async voidPayment(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>> {
    this.voided.push(order.number);
    if (this.statuses.get(order.number)?.status === 'successful')
      this.setStatus(order.number, 'cancelled', order.amount);
    if (this.lostVoids > 0) {
      this.lostVoids -= 1;
      return failure('unreachable');
    }
    return success(this.report(order.number, order.amount));
  }

  async enquire(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>> {
    this.enquired.push(order.number);
    return this.isReachable ? success(this.report(order.number, order.amount)) : failure('unreachable');
  }
}
