import { sql } from 'kysely';
import { openTestStore } from '../db/test-store.fixture';
import { inTransaction, type Db, type Store } from '../db/database';
import type { JobKind } from '../db/tables';
import { claimDueJobs, pauseLane, releaseClaim, resumeLane, scheduleJob } from './model';
import { createJobRunner, type JobHandler, type JobRunner } from './runner';

const clock = { now: () => new Date() };
const done: JobHandler = async () => null;

let store: Store;
let runner: JobRunner | null = null;
let errors: { readonly source: string; readonly error: unknown }[] = [];

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());
beforeEach(() => {
  errors = [];
});
afterEach(async () => {
  await runner?.stop();
  await store.db.deleteFrom('jobs').execute();
  await store.db.deleteFrom('paused_lanes').execute();
});

function startRunner(handlers: Partial<Record<JobKind, JobHandler>>, db: Db = store.db): JobRunner {
  runner = createJobRunner({
    db,
    clock,
    handlers: {
      'enquire-attempt': done,
      'expire-order': done,
      'cancel-approval': done,
      'post-payment': done,
      'send-refund': done,
      'reverse-posting': done,
      'deliver-message': done,
      'settle-card-check': done,
      'delete-card': done,
      'forget-card': done,
      'remind-auto-debit': done,
      'send-mandate': done,
      'charge-auto-debit': done,
      'remind-bill': done,
      'deliver-webhook': done,
      ...handlers,
    },
    onError: (source, error) => errors.push({ source, error }),
  });
  return runner;
}

const schedule = (kind: JobKind, subject: string | number, msAgo = 0) =>
  inTransaction(store.db, (trx) => scheduleJob(trx, kind, subject, new Date(Date.now() - msAgo)));
const jobsLeft = () => store.db.selectFrom('jobs').selectAll().orderBy('id').execute();

/** A promise that the test resolves. */
function signal(): { readonly happened: Promise<void>; happen(): void } {
  let happen = () => {};
  const happened = new Promise<void>((resolve) => (happen = resolve));
  return { happened, happen: () => happen() };
}

test('a job that hangs blocks neither other jobs nor messages, nor jobs scheduled meanwhile', async () => {
  const [released, stuck, others, message, later] = [signal(), signal(), signal(), signal(), signal()];
  let run = 0;
  const jobs = startRunner({
    'expire-order': async ({ subject }) => {
      if (subject === 'stuck') {
        stuck.happen();
        await released.happened;
      } else if (subject === 'later') later.happen();
      else if ((run += 1) === 30) others.happen();
      return null;
    },
    'deliver-message': async () => {
      message.happen();
      return null;
    },
  });
  await schedule('expire-order', 'stuck', 1000);
  for (let number = 0; number < 30; number += 1) await schedule('expire-order', `order ${number}`);
  await schedule('deliver-message', 1);
  const isDone = jobs.runDue();
  await Promise.all([stuck.happened, others.happened, message.happened]);
  await schedule('expire-order', 'later');
  jobs.wake();
  await later.happened;
  expect((await jobsLeft()).map(({ subject }) => subject)).toContain('stuck');
  released.happen();
  await isDone;
  expect(await jobsLeft()).toEqual([]);
});

const scheduleInLane = (kind: JobKind, subject: string | number, lane: string, msAgo = 0) =>
  inTransaction(store.db, (trx) => scheduleJob(trx, kind, subject, new Date(Date.now() - msAgo), lane));

test.each([
  ['deliver-webhook', 2],
  ['enquire-attempt', 4],
] as const)(
  'row 50: of kind %s %d jobs of a lane run at a time, and its older backlog does not delay other lanes',
  async (kind, perLane) => {
    const [released, isFull, others] = [signal(), signal(), signal()];
    let [running, maxRunning, othersRun] = [0, 0, 0];
    const jobs = startRunner({
      [kind]: async ({ subject }: { subject: string }) => {
        if (Number(subject) > 100) {
          othersRun += 1;
          if (othersRun === 30) others.happen();
          return null;
        }
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        if (running === perLane) isFull.happen();
        await released.happened;
        running -= 1;
        return null;
      },
    });
    for (let subject = 1; subject <= 30; subject += 1) await scheduleInLane(kind, subject, 'silent', 60_000);
    for (let subject = 101; subject <= 130; subject += 1)
      await scheduleInLane(kind, subject, `lane ${subject % 3}`, subject);
    const isDone = jobs.runDue();
    await Promise.all([isFull.happened, others.happened]);
    released.happen();
    await isDone;
    expect(maxRunning).toBe(perLane);
    expect(await jobsLeft()).toEqual([]);
  },
);

test('row 50: orders whose gateway does not answer when they expire delay no enquiries', async () => {
  const [released, isFull, asked] = [signal(), signal(), signal()];
  let expiring = 0;
  const jobs = startRunner({
    'expire-order': async () => {
      expiring += 1;
      if (expiring === 4) isFull.happen();
      await released.happened;
      return null;
    },
    'enquire-attempt': async ({ subject }) => {
      if (subject === '2') asked.happen();
      else await released.happened;
      return null;
    },
  });
  for (let order = 0; order < 30; order += 1) await schedule('expire-order', `order ${order}`, 60_000);
  for (let subject = 10; subject < 40; subject += 1) await scheduleInLane('enquire-attempt', subject, 'silent', 60_000);
  await scheduleInLane('enquire-attempt', 2, 'other');
  const isDone = jobs.runDue();
  await Promise.all([isFull.happened, asked.happened]);
  expect(expiring).toBe(4);
  released.happen();
  await isDone;
});

test('row 50: a paused lane is not claimed until its pause is over, and its pauses grow', async () => {
  const lane = { kind: 'deliver-webhook', lane: 'silent' } as const;
  const now = new Date();
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  await scheduleInLane('deliver-webhook', 1, 'silent', 1000);
  await scheduleInLane('deliver-webhook', 2, 'other', 1000);
  await pauseLane(store.db, lane, now);
  // A call that was made at the same time is not another failure.
  await pauseLane(store.db, lane, later(5));
  const claim = async (at: Date) => {
    const claimed = await claimDueJobs(store.db, ['deliver-webhook'], at, { limit: 8, perLane: 2, running: [] });
    for (const job of claimed) await releaseClaim(store.db, job, now);
    return claimed.map(({ subject }) => subject);
  };
  expect(await claim(later(9))).toEqual(['2']);
  expect(await claim(later(10))).toEqual(['1', '2']);
  await pauseLane(store.db, lane, later(20));
  expect(await claim(later(39))).toEqual(['2']);
  expect(await claim(later(40))).toEqual(['1', '2']);
  for (let failure = 0; failure < 20; failure += 1) await pauseLane(store.db, lane, later(10_000 + failure * 1000));
  expect(await claim(later(29_000 + 15 * 60))).toEqual(['1', '2']);
  await pauseLane(store.db, lane, later(40_000));
  await resumeLane(store.db, lane);
  expect(await claim(later(40_001))).toEqual(['1', '2']);
});

test('claims only as many jobs as can run concurrently', async () => {
  let running = 0;
  let maxRunning = 0;
  let maxClaimed = 0;
  for (let number = 0; number < 40; number += 1) await schedule('expire-order', `order ${number}`);
  await startRunner({
    'expire-order': async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      const claimed = (await jobsLeft()).filter(({ claimed_until }) => claimed_until !== null).length;
      maxClaimed = Math.max(maxClaimed, claimed);
      running -= 1;
      return null;
    },
  }).runDue();
  expect(maxRunning).toBeGreaterThan(1);
  expect(maxRunning).toBeLessThanOrEqual(4);
  expect(maxClaimed).toBeLessThanOrEqual(4);
});

test('runs jobs that a job scheduled, also in another pool', async () => {
  const delivered: string[] = [];
  await schedule('expire-order', 'a');
  await startRunner({
    'expire-order': async () => {
      await schedule('deliver-message', 7);
      return null;
    },
    'deliver-message': async ({ subject }) => {
      delivered.push(subject);
      return null;
    },
  }).runDue();
  expect(delivered).toEqual(['7']);
  expect(await jobsLeft()).toEqual([]);
});

test('reports a job that fails, and retries it after a delay', async () => {
  await schedule('expire-order', 'failing', 1000);
  await schedule('expire-order', 'succeeding');
  await startRunner({
    'expire-order': async ({ subject }) => {
      if (subject === 'failing') throw new Error('a bug');
      return null;
    },
  }).runDue();
  expect(errors).toMatchObject([{ source: 'expire-order', error: { message: 'a bug' } }]);
  const [left, ...others] = await jobsLeft();
  expect(others).toEqual([]);
  expect(left).toMatchObject({ subject: 'failing', claimed_until: null, tries: 1 });
  expect(left?.due_at.getTime()).toBeGreaterThan(Date.now() + 50_000);
});

/** The store, with one kind of statement that fails a number of times. */
function failing(method: 'getExecutor' | 'deleteFrom', times: number): Db {
  let left = times;
  return new Proxy(store.db, {
    get(db, name) {
      if (name === method && left > 0) {
        left -= 1;
        throw new Error('connection lost');
      }
      const value: unknown = Reflect.get(db, name);
      return typeof value === 'function' ? (value.bind(db) as unknown) : value;
    },
  });
}

test('reports a claim that cannot be released, and continues with other jobs', async () => {
  let run = 0;
  for (let number = 0; number < 20; number += 1) await schedule('expire-order', `order ${number}`);
  const jobs = startRunner(
    {
      'expire-order': async () => {
        run += 1;
        return null;
      },
    },
    failing('deleteFrom', 3),
  );
  await jobs.runDue();
  expect(run).toBe(20);
  expect(errors).toHaveLength(3);
  expect(await jobsLeft()).toHaveLength(3);
});

test('reports a failed claim, and continues with the next poll', async () => {
  await schedule('expire-order', 'a');
  const jobs = startRunner({}, failing('getExecutor', 1));
  await expect(jobs.runDue()).rejects.toThrow('connection lost');
  expect(errors).toMatchObject([{ source: 'jobs' }]);
  await jobs.runDue();
  expect(await jobsLeft()).toEqual([]);
});

test('never claims more than the limit, with any query plan', async () => {
  for (const subject of [1, 2, 3, 4, 5]) await schedule('expire-order', subject, 1_000);
  const claimed = await inTransaction(store.db, async (trx) => {
    // Leaves only the plan that evaluates the subquery for each row.
    for (const planType of ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort', 'indexscan', 'bitmapscan'])
      await sql`select set_config(${`enable_${planType}`}, 'off', true)`.execute(trx);
    return claimDueJobs(trx, ['expire-order'], new Date(), { limit: 2, perLane: 4, running: [] });
  });
  expect(claimed).toHaveLength(2);
});
