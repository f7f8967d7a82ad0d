import Stripe from 'stripe';
import { z } from 'zod';
import { sen, zeroSen } from '@/lib/domain/money';
import { failure, success, type Result } from '@/lib/domain/result';
import { readJson } from '../../http/read-json';
import type { DisputeReport, Gateway, GatewayReport, GatewayStatus, ReturnError } from '../gateway';
import { readChargeIntent } from './charges';
import {
  chargeIntentSchema,
  chargePurpose,
  disputeSchema,
  intentIdSchema,
  numberSchema,
  reportedSessionSchema,
  reportedSetupSchema,
  type StripeDispute,
} from './messages';
import { referenceParameter } from './session-request';

/** How old an event may be, seconds: the tolerance of Stripe's own packages (Webhooks, Prevent replay attacks). */
const toleranceSeconds = 300;
/** Longer than the events that we read, and than a header of several signatures. */
const longest = { body: 64 * 1024, signature: 2000 } as const;

const sessionEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const;
type SessionEvent = (typeof sessionEvents)[number];

/**
 * The events of a charge of a kept card. Those of a PaymentIntent of a Checkout Session are without effect: its session tells what became of it,
 * and a try that failed is not the end of that.
 */
const chargeEvents = ['payment_intent.succeeded', 'payment_intent.payment_failed'] as const;

const disputeEvents = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const;

/** An event, of which only what is needed to tell what it is about. */
const eventSchema = z.object({ type: z.string().max(100), data: z.object({ object: z.unknown() }) });
type StripeEvent = z.output<typeof eventSchema>;

type Fields = Readonly<Record<string, string>>;

function readSessionEvent({ type }: StripeEvent): SessionEvent | null {
  return sessionEvents.find((known) => known === type) ?? null;
}

function isChargeEvent({ type, data }: StripeEvent): boolean {
  const isOfCharge = z.object({ metadata: z.object({ purpose: z.literal(chargePurpose) }) });
  return chargeEvents.some((known) => known === type) && isOfCharge.safeParse(data.object).success;
}

/** Returns our number from the object of an event; null for another event, or one that has none. */
function readEventNumber(event: StripeEvent): string | null {
  const { object } = event.data;
  if (isChargeEvent(event)) {
    return z.object({ metadata: z.object({ number: numberSchema }) }).safeParse(object).data?.metadata.number ?? null;
  }
  if (readSessionEvent(event) === null) return null;
  return z.object({ client_reference_id: numberSchema }).safeParse(object).data?.client_reference_id ?? null;
}

/** Reads an event of a charge as an enquiry reads the charge. */
function readChargeReport({ data }: StripeEvent): Result<GatewayReport, ReturnError> {
  const intent = chargeIntentSchema.safeParse(data.object).data;
  return intent === undefined ? failure('malformed') : success(readChargeIntent(intent));
}

/** Reads the event of a session, which the session itself must confirm. */
function readSessionReport(type: SessionEvent, { data }: StripeEvent): Result<GatewayReport, ReturnError> {
  const reasonCode = type.slice('checkout.session.'.length);
  const setup = reportedSetupSchema.safeParse(data.object).data;
  if (setup !== undefined) {
    // Whether a card is kept is asked, whatever the event.
    return success({
      ...{ number: setup.client_reference_id, status: 'unknown', amount: zeroSen, currency: 'MYR' },
      ...{ gatewayReference: '', reasonCode, bankName: null },
    });
  }
  const session = reportedSessionSchema.safeParse(data.object).data;
  if (session === undefined) return failure('malformed');
  return success({
    number: session.client_reference_id,
    status: statusOf(type, session.payment_status),
    amount: sen(session.amount_total),
    currency: session.currency.toUpperCase(),
    gatewayReference: session.payment_intent ?? '',
    reasonCode,
    bankName: null,
  });
}

function isDisputeEvent({ type }: StripeEvent): boolean {
  return disputeEvents.some((known) => known === type);
}

/** A session is completed by a payment that has succeeded, or that will be known later. */
function statusOf(event: SessionEvent, paymentStatus: string): GatewayStatus {
  switch (event) {
    case 'checkout.session.completed':
      return paymentStatus === 'paid' ? 'successful' : 'pending';
    case 'checkout.session.async_payment_succeeded':
      return 'successful';
    case 'checkout.session.async_payment_failed':
      return 'failed';
    // By its time, or by us: the event does not tell how its payer's tries ended.
    case 'checkout.session.expired':
      return 'unknown';
  }
}

/**
 * Dispute, status. An inquiry (`warning_…`) takes no money back yet, and a prevented dispute never does; null: nothing to report. A status that
 * is not published is one that we must not lose: the dispute is opened.
 */
const disputeStatuses: Readonly<Record<string, DisputeReport['status'] | null>> = {
  needs_response: 'opened',
  under_review: 'opened',
  appeal_needs_response: 'opened',
  appeal_under_review: 'opened',
  won: 'won',
  lost: 'lost',
  warning_needs_response: null,
  warning_under_review: null,
  warning_closed: null,
  prevented: null,
};

function readDisputeStatus({ status }: StripeDispute): DisputeReport['status'] | null {
  return Object.hasOwn(disputeStatuses, status) ? (disputeStatuses[status] ?? null) : 'opened';
}

/** Reads an event without verifying it; null for what is none. */
function readEvent({ body }: Fields): StripeEvent | null {
  if (body === undefined || body.length > longest.body) return null;
  return eventSchema.safeParse(readJson(body)).data ?? null;
}

export interface WebhookTrust {
  /** The secrets of the endpoint: the new one and the old one during a rotation. */
  readonly webhookSecrets: readonly string[];
  /** The backend's clock, ms since 1970. */
  readonly now: () => number;
}

type EventReader = Required<
  Pick<Gateway, 'verifyReport' | 'readNumber' | 'verifyDispute' | 'readGatewayReference' | 'isWithoutEffect'>
>;

/**
 * Creates the reader of Stripe's events, which are signed by HMAC-SHA256 over their time and body, and of the browser's returns, which are not
 * signed. A report is never trusted for money: the caller enquires.
 */
export function createEventReader({ webhookSecrets, now }: WebhookTrust): EventReader {
  function isSigned({ body = '', signature = '' }: Fields): boolean {
    if (body.length > longest.body || signature.length > longest.signature) return false;
    return webhookSecrets.some((secret) => {
      try {
        Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now());
        return true;
      } catch {
        return false;
      }
    });
  }

  /** The event of a callback, if its signature is valid. */
  function verify(fields: Fields): Result<StripeEvent, ReturnError> {
    if (fields.body === undefined) return failure('unsigned');
    const event = readEvent(fields);
    if (event === null) return failure('malformed');
    return isSigned(fields) ? success(event) : failure('unsigned');
  }

  return {
    verifyReport(fields): Result<GatewayReport, ReturnError> {
      const event = verify(fields);
      if (!event.ok) return event;
      if (isChargeEvent(event.value)) return readChargeReport(event.value);
      const type = readSessionEvent(event.value);
      return type === null ? failure('malformed') : readSessionReport(type, event.value);
    },

    readNumber(fields) {
      const event = readEvent(fields);
      return event === null
        ? (numberSchema.safeParse(fields[referenceParameter]).data ?? null)
        : readEventNumber(event);
    },

    readGatewayReference(fields) {
      const event = readEvent(fields);
      if (event === null || !isDisputeEvent(event)) return null;
      return z.object({ payment_intent: intentIdSchema }).safeParse(event.data.object).data?.payment_intent ?? null;
    },

    verifyDispute(fields) {
      const unverified = readEvent(fields);
      if (unverified === null || !isDisputeEvent(unverified)) return null;
      const event = verify(fields);
      if (!event.ok) return event;
      const dispute = disputeSchema.safeParse(event.value.data.object).data;
      const status = dispute === undefined ? null : readDisputeStatus(dispute);
      if (dispute === undefined || status === null) return failure('malformed');
      const dueBy = dispute.evidence_details?.due_by ?? null;
      return success({
        dispute: dispute.id,
        number: null,
        status,
        amount: sen(dispute.amount),
        currency: dispute.currency.toUpperCase(),
        reasonCode: (dispute.payment_method_details?.card?.network_reason_code || dispute.reason).slice(0, 64),
        respondBy: dueBy === null || dueBy === 0 ? null : new Date(dueBy * 1000).toISOString(),
      });
    },

    isWithoutEffect(fields) {
      const event = verify(fields);
      if (!event.ok) return false;
      if (!isDisputeEvent(event.value)) return readSessionEvent(event.value) === null && !isChargeEvent(event.value);
      const dispute = disputeSchema.safeParse(event.value.data.object).data;
      return dispute !== undefined && readDisputeStatus(dispute) === null;
    },
  };
}
