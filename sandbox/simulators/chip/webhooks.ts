import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { generateChipKey, type ChipKeys } from '../../chip-keys';
import type { EventLog } from '../bank/event-log';
import { openCollection } from '../providers/collection';
import type { Callback } from '../providers/delivery-queue';
import { publicKeyOf, signBody } from './signature';

/** The events of CHIP's schema `Event` that this simulator emits. */
export type ChipEvent =
  | 'purchase.created'
  | 'purchase.viewed'
  | 'purchase.paid'
  | 'purchase.payment_failure'
  | 'purchase.pending_execute'
  | 'purchase.pending_charge'
  | 'purchase.cancelled'
  | 'purchase.hold'
  | 'purchase.captured'
  | 'purchase.released'
  | 'purchase.preauthorized'
  | 'purchase.recurring_token_deleted'
  | 'purchase.pending_refund'
  | 'payment.refunded'
  | 'payment.charged_back'
  | 'payment.chargeback_reversed';

const webhookSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  allEvents: z.boolean(),
  events: z.array(z.string()),
  callback: z.string(),
  privateKey: z.string(),
  createdAt: z.int(),
});
type Webhook = z.infer<typeof webhookSchema>;

/** The schema `WebhookBody` of CHIP's OpenAPI. */
const createSchema = z
  .object({
    title: z.string().min(1).max(100),
    all_events: z.boolean().default(false),
    events: z
      .array(z.string().regex(/^[a-z_]+\.[a-z_]+$/))
      .max(100)
      .default([]),
    callback: z.url({ protocol: /^https?$/ }).max(500),
  })
  .refine(({ all_events: all, events }) => all || events.length > 0);

/** A webhook as the API has it. */
function describeWebhook({ id, title, allEvents, events, callback, privateKey, createdAt }: Webhook): object {
  return {
    ...{ id, type: 'webhook', created_on: createdAt, updated_on: createdAt, title, events, callback },
    all_events: allEvents,
    public_key: publicKeyOf(privateKey),
  };
}

/** Returns a callback of CHIP with its body signed. */
export function buildCallback(url: string, body: string, privateKey: string): Callback {
  return { url, body, headers: { 'content-type': 'application/json', 'x-signature': signBody(body, privateKey) } };
}

export interface WebhookSettings {
  readonly eventLog: EventLog;
  readonly keys: () => ChipKeys;
  /** Where the sandbox's own webhook posts all events. */
  readonly ownUrl: string;
  readonly now: () => number;
}

/** The webhooks of the company: the sandbox's own, and those that were created. They outlive a reset, as an account's configuration does. */
export function createWebhooks({ eventLog, keys, ownUrl, now }: WebhookSettings) {
  const webhooks = openCollection(eventLog, 'chip-webhooks', webhookSchema);
  return {
    /** Returns the callbacks for an event to all webhooks that listen for it. */
    buildCallbacks(event: ChipEvent, body: string): readonly Callback[] {
      const listening = webhooks.list().filter(({ allEvents, events }) => allEvents || events.includes(event));
      return [
        buildCallback(ownUrl, body, keys().webhook),
        ...listening.map(({ callback, privateKey }) => buildCallback(callback, body, privateKey)),
      ];
    },
    /** Returns the webhook as the API has it; null for a malformed request. */
    create(body: unknown): object | null {
      const parsed = createSchema.safeParse(body);
      if (!parsed.success) return null;
      const { title, all_events: allEvents, events, callback } = parsed.data;
      const id = randomUUID();
      const webhook = { id, title, allEvents, events, callback };
      const created = { ...webhook, privateKey: generateChipKey(), createdAt: Math.floor(now() / 1000) };
      webhooks.put(id, created);
      return describeWebhook(created);
    },
    list: () => webhooks.list().map(describeWebhook),
    find(id: string): object | null {
      const webhook = webhooks.find(id);
      return webhook && describeWebhook(webhook);
    },
    /** Returns whether there was such a webhook. */
    delete(id: string): boolean {
      if (!webhooks.find(id)) return false;
      webhooks.delete(id);
      return true;
    },
    /** Writes the webhooks again, after the event log was cleared. */
    keep(): void {
      for (const webhook of webhooks.list()) webhooks.put(webhook.id, webhook);
    },
  };
}
export type Webhooks = ReturnType<typeof createWebhooks>;
