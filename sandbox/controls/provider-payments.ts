import { randomUUID } from 'node:crypto';
import { methodTable } from '@/lib/domain/methods/method-table';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { healthSamples, slowAfterMs, type ProviderCondition } from '@/lib/domain/payment/provider-health';
import { sen } from '@/lib/domain/money';
import { addMilliseconds, dayMs, minuteMs } from '../../backend/clock';
import { inTransaction } from '../../backend/db/database';
import type { Gateway } from '../../backend/gateways/gateway';
import type { Partner } from '../../backend/partners/model';
import { createPartnerOrder } from '../../backend/partners/orders';
import { endInitiation } from '../../backend/payments/initiate';
import { loadPayment } from '../../backend/payments/model';
import { applyReport, currency } from '../../backend/payments/reports';
import { createAttempt } from '../../backend/payments/transitions';
import { createAttemptNumber } from '../../backend/random-ids';
import type { Services } from '../../backend/services';
import { slotMs } from '../../backend/provider-health/counts';

/** A provider whose payments are made. */
interface MadeProvider {
  readonly partner: Partner;
  readonly gateway: Gateway;
  readonly method: Exclude<PaymentMethod, 'newCard' | 'savedCard' | 'epp'>;
  readonly provider: string | null;
}

interface MadePayment {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly isPaid: boolean;
  /** The payer's address: each payment has another network. */
  readonly address: string;
}

/** RM1, the least payment of every method. */
const amount = sen(100);

/** Codes by which gateways report a fault of a bank. */
const faultCodes = ['90', 'issuer_not_available'];

const at = (services: Services, now: Date): Services => ({ ...services, clock: { now: () => now } });

/** Makes one payment as if its payer had been at the bank, and its gateway had reported how it ended. No gateway is called. */
async function makePayment(
  services: Services,
  { partner, gateway, method, provider }: MadeProvider,
  { startedAt, endedAt, isPaid, address }: MadePayment,
): Promise<void> {
  const request = {
    ...{
      partnerKey: partner.key,
      orderNumber: randomUUID(),
      productname: 'Payment of the sandbox',
      currencyCode: 'MYR' as const,
    },
    ...{ itemDescList: [{ name: 'Payment of the sandbox', amount }], additionalChargesList: [], isEpp: false },
  };
  const made = await createPartnerOrder(at(services, startedAt), partner, request, request);
  if (!made.ok) throw new Error(made.error.code);
  const payment = await loadPayment(services.db, { paymentId: made.value.paymentId });
  if (!payment.ok) throw new Error(payment.error);
  const { deadline, refid } = payment.value.order;
  const number = createAttemptNumber();
  const attempt = await inTransaction(services.db, (trx) =>
    createAttempt(
      trx,
      {
        ...{ order_refid: refid, number, gateway: gateway.name, method, provider, amount, deadline, onward: null },
        ...{
          result_route: methodTable[method].resultRoute,
          gateway_reference: null,
          bank_name: null,
          reason_code: null,
        },
        ...{ payer_address: address, payer_email: '', payer_phone: null, payer_language: 'en', visit_id: null },
        ...{ instalment_months: null, is_auto_debit: false, card_to_save: null, created_at: startedAt },
        ...{
          confirmed_at: null,
          approval_deadline: null,
          enquired_at: null,
          returned_at: null,
          enquiry_budget_at: null,
        },
      },
      startedAt,
    ),
  );
  const ended = at(services, endedAt);
  const fault = faultCodes.find((code) => gateway.causeOf?.(code) === 'fault');
  if (isPaid || fault !== undefined) {
    const [status, reasonCode] = isPaid ? (['successful', '00'] as const) : (['failed', fault ?? ''] as const);
    const report = {
      number,
      status,
      amount,
      currency,
      gatewayReference: `sandbox-${number}`,
      reasonCode,
      bankName: null,
    };
    await applyReport(ended, attempt, report, { by: 'callback', whenUnknown: null });
  } else {
    await endInitiation(ended, attempt, 'failed');
  }
}

/** How many payments of the last half hour make a condition certain. */
const paymentsOf = {
  working: healthSamples.working,
  slow: healthSamples.recent * 2,
  failing: healthSamples.recentWithUnfinished + healthSamples.recent,
} as const satisfies Record<ProviderCondition, number>;
const usualPayments = healthSamples.usual + healthSamples.recent;

/** A /24 of addresses for benchmarks (RFC 2544) for each payment. */
const addressOf = (index: number) => `198.${18 + (Math.floor(index / 256) % 2)}.${index % 256}.1`;

/**
 * Makes the payments after which a provider is in a condition: those of the last half hour, and, where they are compared, prompt ones on the days
 * before, one in a half hour.
 */
export async function makeProviderPayments(
  services: Services,
  provider: MadeProvider,
  condition: ProviderCondition,
): Promise<void> {
  const now = services.clock.now();
  for (let index = 0; index < (condition === 'working' ? 0 : usualPayments); index += 1) {
    const startedAt = addMilliseconds(now, -dayMs - index * slotMs);
    const endedAt = addMilliseconds(startedAt, minuteMs);
    await makePayment(services, provider, { startedAt, endedAt, isPaid: true, address: addressOf(index) });
  }
  for (let index = 0; index < paymentsOf[condition]; index += 1) {
    const durationMs = condition === 'slow' ? slowAfterMs * 2 : minuteMs;
    const startedAt = addMilliseconds(now, -durationMs - minuteMs);
    const endedAt = addMilliseconds(startedAt, durationMs);
    const isPaid = condition !== 'failing';
    await makePayment(services, provider, { startedAt, endedAt, isPaid, address: addressOf(index) });
  }
}
