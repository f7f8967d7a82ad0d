import {
  makeOrder,
  readReturnForm,
  type GatewayTestHarness,
  type Page,
} from '@/sandbox/simulators/gateway-test-harness.fixture';
import type { AttemptOrder, CardData, Gateway, GatewayRefunds, GatewayStart, GatewayStatus } from '../gateway';
import type { FaultyConnection, Rewrite } from './faulty-connection.fixture';

export type Fields = Readonly<Record<string, string>>;

/** What the payer does at the provider: the buttons of `sandbox/scenarios/bank-buttons.ts`. */
export type Button =
  | 'approve'
  | 'decline'
  | 'cancel'
  | 'leave-pending'
  | 'pending-approval'
  | 'return-twice'
  | 'never-return'
  | 'callback-first'
  | 'return-only'
  | 'tamper'
  | 'replay';

/** What an optional operation of the interface is expected to be. What is false here must be absent. */
export interface Operations {
  readonly withdraw: boolean;
  readonly voidPayment: boolean;
  readonly refunds: GatewayRefunds['repeats'] | false;
  readonly verifyDispute: boolean;
  readonly banks: boolean;
  readonly checkCredentials: boolean;
  readonly charges: boolean;
  readonly tokens: boolean;
}

/** How an adapter and its simulator are driven by the conformance suite, and what it claims. */
export interface Adapter {
  readonly name: string;
  /** Opens the gateway at the simulators; its time-out of a call, and its clock, can be others. */
  open(harness: GatewayTestHarness, changed?: { readonly timeoutMs?: number; readonly now?: () => number }): Gateway;
  readonly order: Partial<AttemptOrder>;
  readonly card?: CardData;
  /** An order for each choice that the adapter must refuse without a call. */
  readonly refused: readonly Partial<AttemptOrder>[];
  readonly start: GatewayStart['kind'];
  /** Whether `begin` calls the provider; else the payer's browser brings our message. */
  readonly beginsByCall: boolean;
  readonly hasPaymentId: boolean;
  /** A card that pays is kept when its payer asks for it: a gateway of saved cards, which has `tokens`. */
  readonly remembersCards?: true;
  /** Pays at the provider's page of a code; by default, by a button of the page that the payer was redirected to. */
  readonly payCode?: (harness: GatewayTestHarness, code: string, button: Button) => Promise<Page>;
  /** Enters a card on the page of the gateway that keeps it; the page that follows is that of the card's bank, if it verifies the payment. */
  readonly enterCard?: (harness: GatewayTestHarness, pageUrl: string, number: string) => Promise<Page>;
  /** The browser's return: null if the provider has none. */
  readonly browserReturn: 'signed' | 'unsigned' | null;
  /** Whether the signature covers whose payment a message is about. If not, the enquiry tells it. */
  readonly signsNumber: boolean;
  /** The fields that are the signature of a return or a callback. */
  readonly signatureFields: readonly string[];
  /** The status of an enquiry after the payer's button, and before any (`none`). A button that is missing here does not exist. */
  readonly enquired: Readonly<Partial<Record<Button, GatewayStatus>>> & { readonly none: GatewayStatus };
  /** The status of a signed return, where it is another than that of the enquiry. */
  readonly returned?: Readonly<Partial<Record<Button, GatewayStatus>>>;
  /** The status of a verified callback, where it is another than that of the enquiry; null: there is none. */
  readonly calledBack?: Readonly<Partial<Record<Button, GatewayStatus | null>>>;
  /** Replaces the status in the response to an enquiry by one that is not published. */
  readonly withUnpublishedStatus: (harness: GatewayTestHarness) => Rewrite;
  /** What an enquiry then says. 'failed' only where the provider's documents say that any other status is a failure. */
  readonly unpublishedStatus: GatewayStatus | 'unreachable';
  readonly operations: Operations;
  /** Whether a payment can be made once it was withdrawn; the enquiry then tells it. */
  readonly paysAfterWithdrawal?: boolean;
  readonly secrets: (harness: GatewayTestHarness) => readonly string[];
}

export interface Begun {
  /** As the backend stores it. */
  readonly order: AttemptOrder;
  readonly start: GatewayStart;
}

/** One adapter, connected to its simulator through a connection that can fail. */
export interface Subject {
  readonly adapter: Adapter;
  readonly gateway: Gateway;
  readonly harness: GatewayTestHarness;
  readonly connection: FaultyConnection;
  open(changed: { readonly timeoutMs?: number; readonly now?: () => number }): Gateway;
  begin(): Promise<Begun>;
  /**
   * Presses a button of the provider's page, by default one that is opened now. Returns the fields of the browser's return; null if it does not
   * return.
   */
  press(begun: Begun, button: Button, page?: Page | null): Promise<Fields | null>;
  pay(button: Button): Promise<{ readonly order: AttemptOrder; readonly returned: Fields | null }>;
  /** The callbacks that have arrived, as the backend gives them to the gateway. */
  callbacks(): readonly Fields[];
  /** Waits for a callback about an attempt that the gateway verifies as having a status. */
  waitForCallback(order: AttemptOrder, status: GatewayStatus, gateway?: Gateway): Promise<Fields>;
}

/** Connects an adapter. `plant` puts a fault into it. */
export function connectAdapter(
  adapter: Adapter,
  harness: GatewayTestHarness,
  connection: FaultyConnection,
  plant: (gateway: Gateway) => Gateway = (gateway) => gateway,
): Subject {
  const open: Subject['open'] = (changed) => plant(adapter.open(harness, changed));
  const gateway = open({});

  async function begin(): Promise<Begun> {
    const order = makeOrder(adapter.order);
    const begun = await gateway.begin(order, adapter.card);
    if (!begun.ok) throw new Error(`not begun: ${begun.error}`);
    const paymentId = (begun.value.kind === 'redirect' ? begun.value.paymentId : undefined) ?? null;
    return { start: begun.value, order: { ...order, paymentId } };
  }

  async function press({ start }: Begun, button: Button, opened: Page | null = null): Promise<Fields | null> {
    if (start.kind === 'redirect') {
      const page = opened ?? (await harness.follow(start));
      const form = readReturnForm(await harness.press(page, button));
      if (form?.action.startsWith(harness.merchantOrigin) !== true) return null;
      expect(gateway.returnRoutes).toContain(new URL(form.action).pathname);
      return form.fields;
    }
    const code = start.kind === 'qr' ? start.payload : start.kind === 'barcode' ? start.text : undefined;
    if (code === undefined || adapter.payCode === undefined) throw new Error('there is no page');
    await adapter.payCode(harness, code, button);
    return null;
  }

  function callbacks(): readonly Fields[] {
    const { callback, signatureHeader } = gateway;
    return harness.received
      .filter(({ path }) => path === `/callbacks/${callback ?? ''}`)
      .map(({ body, fields, headers }) =>
        signatureHeader === undefined ? fields : { body, signature: String(headers[signatureHeader]) },
      );
  }

  return {
    ...{ adapter, gateway, harness, connection, open, begin, press, callbacks },
    async pay(button) {
      const begun = await begin();
      return { order: begun.order, returned: await press(begun, button) };
    },
    async waitForCallback({ number }, status, by = gateway) {
      for (;;) {
        const found = callbacks().find((fields) => {
          const report = by.verifyReport(fields);
          return report.ok && report.value.number === number && report.value.status === status;
        });
        if (found !== undefined) return found;
        await harness.waitFor(harness.received.length + 1);
      }
    },
  };
}
