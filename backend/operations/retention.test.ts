import { addMilliseconds, dayMs } from '../clock';
import type { Store } from '../db/database';
import { openTestStore } from '../db/test-store.fixture';
import {
  createPayment,
  sandboxControl,
  startTestBackend,
  testRetention,
  type TestBackend,
} from '../test-backend.fixture';
import { countedRecordsMs, removeOldRows } from './retention';

let store: Store;
let backend: TestBackend;
let refid: string;

beforeAll(async () => {
  store = await openTestStore();
  backend = await startTestBackend({ store });
});
afterAll(() => backend.close());
beforeEach(async () => {
  await sandboxControl(backend, 'reset', {});
  refid = await createPayment(backend);
});

const now = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number) => addMilliseconds(now, -ms);
const longAgo = ago(500 * dayMs);

interface Message {
  readonly at: Date;
  readonly delivered?: Date;
  readonly givenUp?: Date;
  readonly code?: string;
}

async function keepMessage({ at, delivered, givenUp, code }: Message): Promise<number> {
  const { id } = await store.db
    .insertInto('outbox')
    .values({
      ...{ kind: code === undefined ? 'receipt' : 'tac', recipient: 'a@b.my', text: 'text', code: code ?? null },
      ...{ mail: null, created_at: at, delivered_at: delivered ?? null, given_up_at: givenUp ?? null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores a webhook and its only try. */
async function keepWebhook(delivered: Date | null): Promise<void> {
  const { id } = await store.db
    .insertInto('webhooks')
    .values({
      ...{ event_id: String(Math.random()), event: 'payment', partner_key: 'DEMO-SHOP', order_refid: refid, url: 'x' },
      ...{ body: '{}', created_at: longAgo, last_failure: null, delivered_at: delivered, given_up_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await store.db.insertInto('webhook_tries').values({ webhook_id: id, at: longAgo, failure: null }).execute();
}

async function countOf(
  table: 'outbox' | 'webhooks' | 'webhook_tries' | 'one_time_codes' | 'bill_links' | 'card_tries',
) {
  return (await store.db.selectFrom(table).selectAll().execute()).length;
}

const minute = 60_000;
const day = 24 * 60 * minute;

test('deletes messages 30 days after delivery, and never while they wait', async () => {
  await keepMessage({ at: longAgo, delivered: ago(30 * day + minute) });
  const kept = [
    await keepMessage({ at: longAgo, delivered: ago(30 * day - minute) }),
    await keepMessage({ at: longAgo }),
    await keepMessage({ at: longAgo, givenUp: longAgo }),
  ];
  await removeOldRows(store.db, testRetention, now);
  const rows = await store.db.selectFrom('outbox').select('id').orderBy('id').execute();
  expect(rows.map(({ id }) => id)).toEqual(kept);
});

test('deletes given-up messages once an operator has closed them, and codes without', async () => {
  const id = await keepMessage({ at: longAgo, givenUp: longAgo });
  await keepMessage({ at: longAgo, givenUp: longAgo, code: '123456' });
  await removeOldRows(store.db, testRetention, now);
  expect(await countOf('outbox')).toBe(1);
  const closing = { entry: `message-${id}`, note: 'called', closed_at: ago(30 * day + minute) };
  await store.db.insertInto('review_closings').values(closing).execute();
  await removeOldRows(store.db, testRetention, now);
  expect(await countOf('outbox')).toBe(0);
});

test('deletes webhooks with their tries 30 days after delivery', async () => {
  await keepWebhook(ago(30 * day + minute));
  await keepWebhook(ago(30 * day - minute));
  await keepWebhook(null);
  await removeOldRows(store.db, testRetention, now);
  expect([await countOf('webhooks'), await countOf('webhook_tries')]).toEqual([2, 2]);
});

test('deletes old codes, bill links and card attempts', async () => {
  for (const [index, age] of [-minute, minute].entries()) {
    const code = { purpose: 'tac', subject: `${index}`, recipient: '60', code_digest: 'x', used_at: null } as const;
    const sentAt = ago(countedRecordsMs.oneTimeCodes + age);
    await store.db
      .insertInto('one_time_codes')
      .values({ ...code, expires_at: sentAt, sent_at: sentAt, sends: 1, tries_left: 5 })
      .execute();
    const link = { refid: `link ${index}`, account_number: '1234567801', amount: null, order_refid: null };
    await store.db
      .insertInto('bill_links')
      .values({ ...link, created_at: ago(400 * day + age) })
      .execute();
    await store.db
      .insertInto('card_tries')
      .values({ number: `${index}`, kind: 'card', subject: 'x', at: ago(countedRecordsMs.cardAttempts + age) })
      .execute();
  }
  expect(await removeOldRows(store.db, testRetention, now)).toBe(3);
  expect([await countOf('one_time_codes'), await countOf('bill_links'), await countOf('card_tries')]).toEqual([
    1, 1, 1,
  ]);
});

test('deletes many rows in batches', async () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => index);
  for (let part = 0; part < 6; part += 1) {
    const values = rows.map((index) => ({
      number: `${part} ${index}`,
      kind: 'all' as const,
      subject: 'x',
      at: longAgo,
    }));
    await store.db.insertInto('card_tries').values(values).execute();
  }
  expect(await removeOldRows(store.db, testRetention, now)).toBe(6_000);
  expect(await countOf('card_tries')).toBe(0);
});

test('stores messages, webhooks and links for as long as is configured', async () => {
  await keepMessage({ at: longAgo, delivered: ago(20 * day) });
  await keepWebhook(ago(20 * day));
  const link = {
    refid: 'link',
    account_number: '1234567801',
    amount: null,
    order_refid: null,
    created_at: ago(20 * day),
  };
  await store.db.insertInto('bill_links').values(link).execute();
  const periods = { contact: 180, messages: 21, billLinks: 21 };
  await removeOldRows(store.db, periods, now);
  expect([await countOf('outbox'), await countOf('webhooks'), await countOf('bill_links')]).toEqual([1, 1, 1]);
  await removeOldRows(store.db, { ...periods, messages: 19 }, now);
  expect([await countOf('outbox'), await countOf('webhooks'), await countOf('bill_links')]).toEqual([0, 0, 1]);
  await removeOldRows(store.db, { ...periods, billLinks: 19 }, now);
  expect(await countOf('bill_links')).toBe(0);
});
