import { sen, type Sen } from '@/lib/domain/money';
import { failure, success } from '@/lib/domain/result';
import {
  verdicts,
  type AttemptOrder,
  type CardData,
  type Gateway,
  type GatewayAddresses,
  type GatewayError,
  type GatewayReport,
  type GatewayStart,
  type Verdict,
} from './gateway';
import type { Result } from '@/lib/domain/result';

type Beginning = 'redirect' | 'barcode' | Verdict | GatewayError;

/** A gateway for tests: returns configured verdicts and records its calls. */
export class FakeGateway implements Gateway {
  readonly callback: GatewayAddresses['callback'];
  readonly returnRoutes: GatewayAddresses['returnRoutes'];
  readonly begun: { readonly order: AttemptOrder; readonly card: CardData | undefined }[] = [];
  readonly enquired: string[] = [];
  readonly voided: string[] = [];
  /** How many times a reversal succeeds but its response is lost. */
  lostVoids = 0;
  private readonly statuses = new Map<string, { verdict: Verdict; amount: Sen }>();
  isReachable = true;
  /** What `begin` returns: a redirect, a barcode, a report or an error. */
  beginning: Beginning;
  /** `begin` waits for this promise: for concurrent requests. */
  gate: Promise<void> = Promise.resolve();
  /** For a presentment gateway: the response to a withdrawal. */
  withdraw?: Gateway['withdraw'];

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
    this.beginning = this.usualBeginning;
    this.gate = Promise.resolve();
    delete this.withdraw;
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

  /** Sets the verdict that the gateway has for an attempt. */
  setStatus(number: string, verdict: Verdict, amount: number = 13_878): void {
    this.statuses.set(number, { verdict, amount: sen(amount) });
  }

  /** Returns the signed fields of a return or callback. */
  sign(number: string, verdict: Verdict, amount: number = 13_878): Record<string, string> {
    return { number, verdict, amount: String(amount), signature: this.signatureOf(number, verdict, String(amount)) };
  }

  private signatureOf(...parts: readonly string[]): string {
    return [this.name, ...parts].join('/');
  }

  private report(number: string, amount: Sen): GatewayReport {
    const word = this.statuses.get(number);
    return {
      number,
      verdict: word?.verdict ?? 'unknown',
      amount: word?.amount ?? amount,
      currency: 'MYR',
      gatewayReference: word === undefined ? '' : `ref-${number}`,
      reasonCode: word?.verdict ?? 'not-found',
      bankName: 'Fake Bank',
    };
  }

  verifyReport(fields: Readonly<Record<string, string>>): Result<GatewayReport, 'malformed' | 'unsigned'> {
    const { number = '', verdict = '', amount = '', signature } = fields;
    const knownVerdict = verdicts.find((known) => known === verdict);
    if (number === '' || knownVerdict === undefined) return failure('malformed');
    if (signature !== this.signatureOf(number, verdict, amount)) return failure('unsigned');
    return success({
      ...this.report(number, sen(Number(amount))),
      verdict: knownVerdict,
      amount: sen(Number(amount)),
      gatewayReference: `ref-${number}`,
    });
  }

  readNumber(fields: Readonly<Record<string, string>>): string | null {
    return fields['number'] ?? null;
  }

  async voidPayment(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>> {
    this.voided.push(order.number);
    if (this.statuses.get(order.number)?.verdict === 'successful')
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
