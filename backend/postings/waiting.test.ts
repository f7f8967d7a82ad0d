import type { Biller } from '../billers/biller';
import type { Store } from '../db/database';
import { openTestStore } from '../db/test-store.fixture';
import { listReview } from '../operations/review-queue';
import {
  createPayment,
  freshAccount,
  payByFpx,
  redirectToBank,
  sandboxControl,
  startTestBackend,
  statusOf,
  type TestBackend,
} from '../test-backend.fixture';
import { addMissingPostings, scheduleWaitingPostings } from './waiting';

let store: Store;
let backend: TestBackend;

beforeAll(async () => {
  store = await openTestStore();
  backend = await startTestBackend({ store });
});
afterAll(() => backend.close());
beforeEach(() => sandboxControl(backend, 'reset', {}));

const listPostings = () => store.db.selectFrom('postings').selectAll().orderBy('id').execute();
const listJobs = () => store.db.selectFrom('jobs').selectAll().where('kind', '=', 'post-payment').execute();

/** A credit as a release without postings writes it: old, or during an upgrade. */
async function creditWithoutPosting(): Promise<string> {
  const refid = await payByFpx(backend, freshAccount());
  await store.db.deleteFrom('postings').execute();
  await store.db.deleteFrom('jobs').where('kind', '=', 'post-payment').execute();
  // That release does not know the column.
  await store.db.updateTable('orders').set({ bill_account: null }).where('refid', '=', refid).execute();
  return refid;
}

test('a credit of a release without postings gets one that a person confirms, once, and nothing is sent', async () => {
  const refid = await creditWithoutPosting();
  const now = backend.clock.now();
  await Promise.all([addMissingPostings(store.db, now), addMissingPostings(store.db, now)]);
  await addMissingPostings(store.db, now);
  await scheduleWaitingPostings(store.db, backend.services.biller, now);
  expect(await listPostings()).toMatchObject([{ state: 'unknown', biller: null, reason: 'credited-without-posting' }]);
  expect(await listJobs()).toEqual([]);
  await sandboxControl(backend, 'clock', { advance: 'P1DT1M' });
  expect(await listReview(backend.services)).toMatchObject([{ refid, reason: 'unknown: credited-without-posting' }]);
});

test('a payment that pays no bill gets none', async () => {
  const refid = await creditWithoutPosting();
  await store.db.updateTable('orders').set({ is_bill: false }).where('refid', '=', refid).execute();
  await addMissingPostings(store.db, backend.clock.now());
  expect(await listPostings()).toEqual([]);
});

test('an order of the release before, paid now, is posted to its account', async () => {
  const accountNumber = freshAccount();
  const { refid, number } = await redirectToBank(backend, await createPayment(backend, accountNumber));
  await store.db.updateTable('orders').set({ bill_account: null }).where('refid', '=', refid).execute();
  backend.fpx.setStatus(number, 'successful');
  expect(await statusOf(backend, refid)).toBe('successful');
  await backend.jobs.runDue();
  expect((await sandboxControl(backend, `biller/${accountNumber}`)).postings).toHaveLength(1);
});

test('what was queued while payments left as files is scheduled once a connector takes calls', async () => {
  await sandboxControl(backend, 'biller', { mode: 'down', times: 1_000 });
  await payByFpx(backend, freshAccount());
  await backend.jobs.runDue();
  await store.db.updateTable('postings').set({ state: 'queued', biller: null, sent_at: null }).execute();
  await store.db.deleteFrom('jobs').execute();
  const files: Biller = { ...backend.services.biller, postings: null };
  await scheduleWaitingPostings(store.db, files, backend.clock.now());
  expect(await listJobs()).toEqual([]);
  await scheduleWaitingPostings(store.db, backend.services.biller, backend.clock.now());
  await scheduleWaitingPostings(store.db, backend.services.biller, backend.clock.now());
  expect(await listJobs()).toHaveLength(1);
});

test('what another connector was sent is not scheduled', async () => {
  await sandboxControl(backend, 'biller', { mode: 'down', times: 1_000 });
  await payByFpx(backend, freshAccount());
  await backend.jobs.runDue();
  await store.db.deleteFrom('jobs').execute();
  await scheduleWaitingPostings(store.db, { ...backend.services.biller, name: 'stored' }, backend.clock.now());
  expect(await listJobs()).toEqual([]);
});
