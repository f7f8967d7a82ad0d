import { randomUUID } from 'node:crypto';
import { billOfAccount, scenarioOfAccount } from '../../scenarios/accounts';
import { errors, writeAmount, type ApiError } from './messages';

/** The outcome of the next payment or reversal requests. */
export const billerModes = [
  'accept',
  'synchronous',
  'refuse',
  'pending',
  'slow',
  'down',
  'lose-answer',
  'malformed',
  'wrong-currency',
] as const;
export type BillerMode = (typeof billerModes)[number];

/** A payment or reversal request. Amounts are sen. */
export interface BillerRequest {
  readonly kind: 'payment' | 'reversal';
  readonly correlationId: string;
  readonly serverCorrelationId: string;
  /** The biller's receipt number. */
  readonly receipt: string;
  readonly identifierType: string;
  readonly accountNumber: string;
  /** Null: the payment has no bill reference. */
  readonly billReference: string | null;
  /** Of a reversal: the receipt number of the payment. */
  readonly reverses: string | null;
  readonly amount: number;
  readonly theirReference: string | undefined;
  readonly notification: 'callback' | 'polling';
  readonly at: number;
  /** When a pending one is decided, ms since 1970. */
  readonly decidedAt: number;
  /** Null: it is completed once it is decided. */
  readonly error: ApiError | null;
}

export interface SimulatedBill {
  readonly reference: string;
  readonly status: 'unpaid' | 'partialpaid' | 'paid';
  readonly amountDue: number;
  /** `YYYY-MM-DD`; null where nothing is due. */
  readonly dueDate: string | null;
}

/** The amount that is refused in the published compliance cases, sen. */
const refusedAmount = 540;
const pendingMs = 60 * 60 * 1000;

/** The simulated biller's requests and modes, in memory only. `now` is the sandbox's clock. */
export function createBillerStore(now: () => number) {
  const requests: BillerRequest[] = [];
  let mode: BillerMode = 'accept';
  let modeTimes = 0;

  const stateOf = (request: BillerRequest) => {
    if (now() < request.decidedAt) return 'pending' as const;
    return request.error === null ? ('completed' as const) : ('failed' as const);
  };
  const completed = () => requests.filter((request) => stateOf(request) === 'completed');
  const leftOf = (payment: BillerRequest) =>
    completed().reduce(
      (left, { amount, reverses }) => left - (reverses === payment.receipt ? amount : 0),
      payment.amount,
    );

  /** An account's bills, less its payments: a payment with a bill reference pays that bill, any other the oldest first. */
  function listBills(accountNumber: string): readonly SimulatedBill[] | null {
    const at = new Date(now()).toISOString();
    const bill = billOfAccount(accountNumber, at);
    if (bill === null) return null;
    const recent = Math.max(0, bill.currentBalance - bill.overdueBalance);
    const issued = [
      {
        reference: `B${accountNumber}A`,
        amount: bill.overdueBalance,
        dueDate: recent > 0 ? pastDay(at) : bill.dueDate,
      },
      { reference: `B${accountNumber}B`, amount: recent, dueDate: bill.dueDate },
    ].filter(({ amount }) => amount > 0);
    const payments = completed().filter((one) => one.kind === 'payment' && one.accountNumber === accountNumber);
    const paidTo = (reference: string | null) =>
      payments.reduce((sum, one) => sum + (one.billReference === reference ? leftOf(one) : 0), 0);
    let rest = paidTo(null);
    return issued.map(({ amount, dueDate, reference }) => {
      const own = Math.min(amount, paidTo(reference));
      const fromRest = Math.min(amount - own, rest);
      rest -= fromRest;
      const amountDue = amount - own - fromRest;
      const status = amountDue === 0 ? 'paid' : amountDue < amount ? 'partialpaid' : 'unpaid';
      return { reference, status, amountDue, dueDate };
    });
  }

  function findError(given: Pick<BillerRequest, 'accountNumber' | 'billReference' | 'amount'>): ApiError | null {
    if (scenarioOfAccount(given.accountNumber).posting === 'refused') return errors.closed;
    if (given.amount === refusedAmount) return errors.insufficientFunds;
    if (given.billReference === null) return null;
    const bill = listBills(given.accountNumber)?.find(({ reference }) => reference === given.billReference);
    return bill !== undefined && given.amount > bill.amountDue ? errors.overpaid : null;
  }

  type Given = Omit<BillerRequest, 'serverCorrelationId' | 'receipt' | 'at' | 'decidedAt' | 'error'>;

  function add(given: Given, error: ApiError | null, isPending: boolean): BillerRequest {
    const at = now();
    const added = {
      ...given,
      serverCorrelationId: randomUUID(),
      receipt: `G${String(requests.length + 1).padStart(8, '0')}`,
      at,
      decidedAt: isPending ? at + pendingMs : at,
      error,
    };
    requests.push(added);
    return added;
  }

  return {
    stateOf,
    listBills,
    listPayments: (accountNumber: string, billReference: string | null): readonly BillerRequest[] =>
      completed().filter(
        (one) => one.kind === 'payment' && one.accountNumber === accountNumber && one.billReference === billReference,
      ),
    findByCorrelationId: (id: string) => requests.find(({ correlationId }) => correlationId === id),
    findByServerCorrelationId: (id: string) => requests.find(({ serverCorrelationId }) => serverCorrelationId === id),
    findCompleted: (receiptNumber: string) => completed().find(({ receipt }) => receipt === receiptNumber),
    /** Records a payment; it is pending if the mode or the account's case is. */
    addPayment(given: Given, nextMode: BillerMode): BillerRequest {
      const isPending = nextMode === 'pending' || scenarioOfAccount(given.accountNumber).posting === 'pending';
      return add(given, nextMode === 'refuse' ? errors.closed : findError(given), isPending);
    },
    /** Records a reversal of a payment, at most of its remaining amount. */
    addReversal(given: Given, payment: BillerRequest, nextMode: BillerMode): BillerRequest {
      const error = nextMode === 'refuse' ? errors.closed : given.amount > leftOf(payment) ? errors.overpaid : null;
      return add(given, error, nextMode === 'pending');
    },
    /** An account as the biller sees it, amounts in sen; null if it has no such account. */
    describeAccount(accountNumber: string) {
      const bills = listBills(accountNumber);
      if (bills === null) return null;
      const ours = requests.filter((request) => request.accountNumber === accountNumber);
      return {
        accountNumber,
        balance: bills.reduce((sum, { amountDue }) => sum + amountDue, 0),
        postings: ours.map((request) => {
          const status = ({ pending: 'pending', completed: 'accepted', failed: 'refused' } as const)[stateOf(request)];
          return {
            reference: request.theirReference ?? '',
            amount: request.kind === 'payment' ? request.amount : 0 - request.amount,
            status,
            receiptNumber: status === 'accepted' ? request.receipt : null,
            at: new Date(request.at).toISOString(),
          };
        }),
      };
    },
    /** Consumes one use of the mode for the current request. */
    takeMode(): BillerMode {
      if (modeTimes === 0) return 'accept';
      modeTimes -= 1;
      return mode;
    },
    setMode(next: BillerMode, times: number): void {
      mode = next;
      modeTimes = times;
    },
    reset(): void {
      requests.length = 0;
      modeTimes = 0;
    },
  };
}
export type BillerStore = ReturnType<typeof createBillerStore>;

/** The day ten days before an instant (ISO 8601). */
function pastDay(at: string): string {
  return new Date(Date.parse(at) - 10 * 86_400_000).toISOString().slice(0, 10);
}

/** A request's state in the API's format. */
export function describeState(request: BillerRequest, state: 'pending' | 'completed' | 'failed') {
  const { serverCorrelationId, notification: notificationMethod, receipt, error } = request;
  return {
    ...{ serverCorrelationId, status: state, notificationMethod },
    ...(state === 'completed' && { objectReference: receipt }),
    ...(state === 'pending' && { pollLimit: 100, expiryTime: new Date(request.decidedAt).toISOString() }),
    ...(state === 'failed' && error !== null && { error: describeError(error) }),
  };
}

export function describeError({ errorCategory, errorCode, errorDescription }: ApiError) {
  return { errorCategory, errorCode, errorDescription, errorDateTime: new Date().toISOString() };
}

/** A payment or reversal in the API's format. */
export function describeResource(request: BillerRequest, currency = 'MYR') {
  const { amount, at, receipt, reverses, theirReference } = request;
  const common = {
    ...(theirReference !== undefined && { requestingOrganisationTransactionReference: theirReference }),
    ...{ currency, creationDate: new Date(at).toISOString() },
  };
  return reverses === null
    ? {
        ...{ serviceProviderPaymentReference: receipt, billPaymentStatus: 'completed' },
        ...{ amountPaid: writeAmount(amount), ...common },
      }
    : {
        ...{ type: 'reversal', transactionReference: receipt, transactionStatus: 'completed' },
        ...{ originalTransactionReference: reverses, amount: writeAmount(amount) },
        ...common,
      };
}
