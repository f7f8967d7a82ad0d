import type { RequestInputOf } from '../call';
import { calls } from '../calls';
import type { orderCreate } from '../orders';
import type { Check } from './check';
import { assertConforms, type Probe } from './probe';

type OrderInput = RequestInputOf<typeof orderCreate>;

function makeOrder(probe: Probe, orderNumber = probe.newKey()): OrderInput {
  return {
    partnerKey: probe.data.signingPartner.partnerKey,
    orderNumber,
    itemDescList: [{ name: 'Conformance', amount: 100 }],
    additionalChargesList: [{ name: 'Delivery', amount: 20 }],
    currencyCode: 'MYR',
  };
}

/** Requests that every signed call must refuse. */
function unsignedCheck(
  name: 'order.create' | 'order.get' | 'order.cancel' | 'link.create',
  requestOf: (probe: Probe) => unknown,
): Check {
  return {
    id: `${name}/unsigned`,
    description: `${name} refuses a call without a signature`,
    run: async (probe) => void (await probe.refuse(calls[name], requestOf(probe), 'unsigned', { signing: 'none' })),
  };
}

function makeOrderName(probe: Probe, orderNumber = 'unknown') {
  return { partnerKey: probe.data.signingPartner.partnerKey, orderNumber };
}

/** The guarantees for a partner's server. */
export const orderChecks: readonly Check[] = [
  unsignedCheck('order.create', makeOrder),
  unsignedCheck('order.get', makeOrderName),
  unsignedCheck('order.cancel', makeOrderName),
  unsignedCheck('link.create', (probe) => ({
    partnerKey: probe.data.signingPartner.partnerKey,
    accountNumber: probe.data.payableAccount,
  })),
  {
    id: 'order.create/answers',
    description: 'order.create makes a payment of the total of its lines',
    async run(probe) {
      const { paymentId } = await probe.succeed(calls['order.create'], makeOrder(probe));
      const { paymentPageDto } = await probe.succeed(calls['payment.page'], { paymentId });
      assertConforms(paymentPageDto.totalAmount === 120, `payment.page: ${paymentPageDto.totalAmount} sen`);
    },
  },
  {
    id: 'order.create/same-number',
    description: 'the same order number is the same payment, under another Idempotency-Key too',
    async run(probe) {
      const order = makeOrder(probe);
      const first = await probe.succeed(calls['order.create'], order);
      const again = await probe.succeed(calls['order.create'], order);
      assertConforms(first.paymentId === again.paymentId, 'order.create: one order number made two payments');
    },
  },
  {
    id: 'order.create/number-reused',
    description: 'the same order number with another content is refused',
    async run(probe) {
      const order = makeOrder(probe);
      await probe.succeed(calls['order.create'], order);
      await probe.refuse(calls['order.create'], { ...order, isEpp: true }, 'order-number-reused');
    },
  },
  {
    id: 'order.create/replayed',
    description: 'a signed request is taken once',
    async run(probe) {
      const [order, nonce] = [makeOrder(probe), probe.newKey()];
      await probe.succeed(calls['order.create'], order, { nonce });
      await probe.refuse(calls['order.create'], order, 'unsigned', { nonce });
    },
  },
  {
    id: 'order.create/foreign-address',
    description: 'a result address that the partner has not registered is refused',
    async run(probe) {
      const order = { ...makeOrder(probe), responseURL: 'https://not-registered.example/result' };
      await probe.refuse(calls['order.create'], order, 'response-url-not-registered');
    },
  },
  {
    id: 'order.get/answers',
    description: 'order.get returns the state of an order',
    async run(probe) {
      const order = makeOrder(probe);
      const { paymentId } = await probe.succeed(calls['order.create'], order);
      const report = await probe.succeed(calls['order.get'], makeOrderName(probe, order.orderNumber));
      assertConforms(report.paymentId === paymentId && report.amount === 120, 'order.get: another order');
      assertConforms(
        report.orderState === 'open' && report.status === 'open',
        `order.get: a fresh order is ${report.status}`,
      );
    },
  },
  {
    id: 'order.get/unknown-order',
    description: 'order.get refuses a number that is none of the partner’s',
    async run(probe) {
      await probe.refuse(calls['order.get'], makeOrderName(probe, probe.newKey()), 'unknown-order');
    },
  },
  {
    id: 'order.cancel/cancels',
    description: 'a cancelled order is reported as cancelled and can no longer be paid',
    async run(probe) {
      const order = makeOrder(probe);
      const { paymentId } = await probe.succeed(calls['order.create'], order);
      const report = await probe.succeed(calls['order.cancel'], makeOrderName(probe, order.orderNumber));
      assertConforms(report.orderState === 'cancelled', `order.cancel: the order is ${report.orderState}`);
      const page = await probe.succeed(calls['payment.page'], { paymentId });
      assertConforms(page.orderState === 'cancelled', `payment.page: the order is ${page.orderState}`);
    },
  },
  {
    id: 'order.cancel/unknown-order',
    description: 'order.cancel refuses a number that is none of the partner’s',
    async run(probe) {
      await probe.refuse(calls['order.cancel'], makeOrderName(probe, probe.newKey()), 'unknown-order');
    },
  },
];
