import { calls } from '@/lib/contract/calls';
import { sen } from '@/lib/domain/money';
import type { PostingCalls } from '../billers/biller';
import { addMilliseconds } from '../clock';
import type { Job } from '../jobs/model';
import { closeReview, listReview } from '../operations/review-queue';
import { sharedKey } from '../operators/model';
import { createPartnerClient } from '../partners/partner-client.fixture';
import {
  freshAccount,
  payByFpx,
  redirectToBank,
  sandboxControl,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';
import { createPostingJob } from './delivery';

/* A credited bill payment reaches the biller once: design, section 6. */

const backend = setUpTestBackend();

const amount = 13_878;
const advance = (duration: string) => sandboxControl(backend, 'clock', { advance: duration });
const setMode = (mode: string, times = 1) => sandboxControl(backend, 'biller', { mode, times });
const atBiller = (accountNumber: string) => sandboxControl(backend, `biller/${accountNumber}`);
const readPostings = async () => (await sandboxControl(backend, 'ledger')).postings;
const balanceOf = async (accountNumber: string) =>
  (await succeed(backend, calls['bill.get'], { accountNumber })).currentBalance;
const postingEntries = async () => (await listReview(backend.services)).filter(({ id }) => id.startsWith('posting-'));

/** The biller's calls, as this process makes them. */
const billerCalls = () => backend.services.biller.postings as PostingCalls;

/** Pays the bill of a new account; its posting is delivered if the biller answers. */
async function pay(ending = '01') {
  const accountNumber = freshAccount(ending);
  const refid = await payByFpx(backend, accountNumber);
  await backend.jobs.runDue();
  return { accountNumber, refid };
}

async function pageHistory(refid: string) {
  const { history } = await sandboxControl(backend, `payments/${refid}`);
  return (history as { state: string; movedBy: string; detail: string | null }[])
    .filter(({ state }) => state.startsWith('posting-'))
    .map(({ state, movedBy, detail }) => [state, movedBy, detail]);
}

describe('a credited bill payment', () => {
  test('is posted once, under an unguessable reference, and lowers the balance', async () => {
    const post = jest.spyOn(billerCalls(), 'postPayment');
    const { accountNumber, refid } = await pay();
    const [posting, ...others] = await readPostings();
    expect(others).toEqual([]);
    expect(posting).toMatchObject({ refid, accountNumber, amount, status: 'accepted' });
    expect(posting.reference).toMatch(/^[a-z2-7]{26}$/);
    expect(posting.receiptNumber).toMatch(/^R\d{8}$/);
    expect(await atBiller(accountNumber)).toEqual({
      accountNumber,
      balance: 0,
      postings: [
        {
          ...{ reference: posting.reference, amount, status: 'accepted', receiptNumber: posting.receiptNumber },
          at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
    });
    expect(await balanceOf(accountNumber)).toBe(0);
    expect(await pageHistory(refid)).toEqual([['posting-accepted', 'biller', posting.receiptNumber]]);
    expect(post.mock.calls).toEqual([
      [
        expect.objectContaining({
          ...{ reference: posting.reference, accountNumber, amount, currency: 'MYR', method: 'fpx' },
          billReference: null,
          gatewayReference: expect.stringMatching(/^ref-/),
        }),
      ],
    ]);
    await advance('P2D');
    expect(post).toHaveBeenCalledTimes(1);
  });

  test('that is reported again is posted once', async () => {
    const { accountNumber, refid } = await pay();
    await Promise.all(Array.from({ length: 5 }, () => statusOf(backend, refid)));
    await advance('PT1H');
    expect((await atBiller(accountNumber)).postings).toHaveLength(1);
    expect(await readPostings()).toHaveLength(1);
  });

  test('is posted for a partner’s order only with billAccount, to that account', async () => {
    const partner = createPartnerClient(backend);
    const [customer, billAccount] = [freshAccount(), freshAccount()];
    const refidOf = async (order: object) => {
      const { paymentId } = await partner.place({ customer: { accountNumber: customer }, ...order });
      const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
      const { number } = await redirectToBank(backend, refid);
      backend.fpx.setStatus(number, 'successful');
      expect(await statusOf(backend, refid)).toBe('successful');
      return refid;
    };
    await refidOf({});
    expect(await readPostings()).toEqual([]);
    const refid = await refidOf({ billAccount });
    await backend.jobs.runDue();
    expect(await readPostings()).toMatchObject([{ refid, accountNumber: billAccount, amount, status: 'accepted' }]);
    expect((await atBiller(customer)).postings).toEqual([]);
    expect(await succeed(backend, calls['payment.result'], { refid })).toMatchObject({ accountNumber: billAccount });
    const { credits, balanced } = await sandboxControl(backend, 'ledger');
    expect(credits).toMatchObject([{ accountNumber: customer }, { accountNumber: billAccount }]);
    expect(balanced).toBe(true);
  });

  test('that the biller refuses is before a person, and stays successful for its payer', async () => {
    const { accountNumber, refid } = await pay('12');
    expect(await readPostings()).toMatchObject([{ status: 'refused', receiptNumber: null }]);
    expect(await statusOf(backend, refid)).toBe('successful');
    const [{ reference }] = await readPostings();
    expect(await postingEntries()).toMatchObject([
      { refid, amount, reason: 'refused: account closed', whose: accountNumber, reference },
    ]);
    expect(await balanceOf(accountNumber)).toBe(amount);
    expect(await pageHistory(refid)).toEqual([['posting-refused', 'biller', 'account closed']]);
  });

  test('that the biller calls pending is accepted an hour later', async () => {
    const { accountNumber, refid } = await pay('13');
    expect(await readPostings()).toMatchObject([{ status: 'pending', receiptNumber: null }]);
    expect(await balanceOf(accountNumber)).toBe(amount);
    await advance('PT59M');
    expect(await readPostings()).toMatchObject([{ status: 'pending' }]);
    await advance('PT1H');
    expect(await readPostings()).toMatchObject([{ status: 'accepted' }]);
    expect(await balanceOf(accountNumber)).toBe(0);
    expect((await pageHistory(refid)).map(([state]) => state)).toEqual(['posting-pending', 'posting-accepted']);
  });
});

describe('an answer that is lost', () => {
  test('is asked for: the payment is not repeated', async () => {
    await setMode('lose-answer');
    const post = jest.spyOn(billerCalls(), 'postPayment');
    const { accountNumber, refid } = await pay();
    expect(await readPostings()).toMatchObject([{ status: 'unknown', receiptNumber: null }]);
    await advance('PT1M');
    expect(await readPostings()).toMatchObject([{ status: 'accepted' }]);
    expect(post).toHaveBeenCalledTimes(1);
    expect((await atBiller(accountNumber)).postings).toHaveLength(1);
    expect((await pageHistory(refid)).map(([state]) => state)).toEqual(['posting-unknown', 'posting-accepted']);
  });

  test('of a payment that the biller never got: it is sent again, under the same reference', async () => {
    await setMode('down', 3);
    const post = jest.spyOn(billerCalls(), 'postPayment');
    const { accountNumber } = await pay();
    for (let times = 0; times < 3; times += 1) await advance('PT10M');
    expect(new Set(post.mock.calls.map(([{ reference }]) => reference)).size).toBe(1);
    expect(post).toHaveBeenCalledTimes(4);
    expect(await readPostings()).toMatchObject([{ status: 'accepted' }]);
    expect((await atBiller(accountNumber)).postings).toHaveLength(1);
  });

  test('is before a person after 24 hours, until the biller answers', async () => {
    await setMode('down', 1_000);
    const { refid } = await pay();
    await advance('PT23H59M');
    expect(await postingEntries()).toEqual([]);
    await advance('PT2M');
    expect(await postingEntries()).toMatchObject([{ refid, reason: 'unknown', amount }]);
    await setMode('accept', 0);
    await advance('PT1H');
    expect(await readPostings()).toMatchObject([{ status: 'accepted' }]);
    expect(await postingEntries()).toEqual([]);
  });
});

test('an unanswered posting cannot be closed, and a later refusal is before a person', async () => {
  await setMode('down', 1_000);
  const { refid } = await pay('12');
  await advance('P1DT1M');
  const [entry] = await postingEntries();
  expect(await closeReview(backend.services, entry?.id ?? '', { note: 'asked the biller', by: sharedKey })).toBe(
    'unanswered',
  );
  expect(await postingEntries()).toHaveLength(1);
  await setMode('accept', 0);
  await advance('PT1H');
  expect(await readPostings()).toMatchObject([{ status: 'refused' }]);
  expect(await postingEntries()).toMatchObject([{ refid, id: entry?.id }]);
});

test('a posting that nobody has sent for a day is before a person', async () => {
  const { refid } = await pay();
  await backend.store.db.deleteFrom('jobs').where('kind', '=', 'post-payment').execute();
  const queued = { state: 'queued' as const, biller: null, sent_at: null, answered_at: null, receipt_number: null };
  await backend.store.db.updateTable('postings').set(queued).execute();
  await advance('PT23H59M');
  expect(await postingEntries()).toEqual([]);
  await advance('PT2M');
  expect(await postingEntries()).toMatchObject([{ refid, reason: 'queued' }]);
});

describe('a backend that was killed', () => {
  /** Pays a bill, and sets its posting back to what a killed backend leaves. */
  async function leave(state: 'sent' | 'pending', isAtBiller: boolean) {
    await setMode(isAtBiller ? 'lose-answer' : 'down');
    const paid = await pay();
    await backend.store.db.updateTable('postings').set({ state }).execute();
    return paid;
  }

  test('after the biller had the payment, and before that was stored: it is asked for', async () => {
    const { accountNumber } = await leave('sent', true);
    const post = jest.spyOn(billerCalls(), 'postPayment');
    await advance('PT1M');
    expect(post).not.toHaveBeenCalled();
    expect(await readPostings()).toMatchObject([{ status: 'accepted' }]);
    expect((await atBiller(accountNumber)).postings).toHaveLength(1);
  });

  test('before the biller had the payment: it is sent', async () => {
    const { accountNumber } = await leave('sent', false);
    await advance('PT1M');
    expect(await readPostings()).toMatchObject([{ status: 'accepted' }]);
    expect((await atBiller(accountNumber)).postings).toHaveLength(1);
  });

  test('what a biller has called pending and no longer knows is not sent again', async () => {
    const { accountNumber } = await leave('pending', false);
    const post = jest.spyOn(billerCalls(), 'postPayment');
    await advance('PT1M');
    await advance('PT5H');
    expect(post).not.toHaveBeenCalled();
    expect(await readPostings()).toMatchObject([{ status: 'unknown' }]);
    expect((await atBiller(accountNumber)).postings).toEqual([]);
  });
});

test('a biller that cannot be reached leaves pending what it has called pending', async () => {
  await pay('13');
  const find = jest.spyOn(billerCalls(), 'findPosting').mockResolvedValue({ status: 'unreachable' });
  await advance('PT2M');
  expect(find).toHaveBeenCalled();
  expect(await readPostings()).toMatchObject([{ status: 'pending' }]);
});

test('what another biller was sent is left to a person', async () => {
  await setMode('down', 1_000);
  await pay();
  await backend.store.db.updateTable('postings').set({ biller: 'another' }).execute();
  const [post, find] = [jest.spyOn(billerCalls(), 'postPayment'), jest.spyOn(billerCalls(), 'findPosting')];
  await advance('PT1M');
  await advance('P1D');
  expect([post.mock.calls, find.mock.calls]).toEqual([[], []]);
  expect(await postingEntries()).toHaveLength(1);
});

test('two processes that run the job of one posting post it once', async () => {
  const accountNumber = freshAccount();
  await payByFpx(backend, accountNumber);
  const { id } = await backend.store.db.selectFrom('postings').select('id').executeTakeFirstOrThrow();
  const run = createPostingJob(backend.services);
  const job = { id: 0, kind: 'post-payment', subject: String(id), dueAt: new Date(), tries: 1 } as unknown as Job;
  await Promise.all(Array.from({ length: 5 }, () => run(job)));
  expect((await atBiller(accountNumber)).postings).toHaveLength(1);
  expect(await readPostings()).toMatchObject([{ status: 'accepted' }]);
});

test('a posting whose credit was rolled back is not there', async () => {
  const { refid, number } = await redirectToBank(backend);
  backend.fpx.setStatus(number, 'successful');
  const { db } = backend.store;
  // The receipt's job exists already: the statement that writes credit, posting and receipt fails.
  const message = { kind: 'receipt' as const, recipient: 'x', text: '', code: null, mail: null, delivered_at: null };
  const { id } = await db
    .insertInto('outbox')
    .values({ ...message, created_at: backend.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const later = addMilliseconds(backend.clock.now(), 1_000_000);
  const jobs = [1, 2, 3].map((more) => ({ kind: 'deliver-message' as const, subject: String(id + more) }));
  await db
    .insertInto('jobs')
    .values(jobs.map((job) => ({ ...job, due_at: later, claimed_until: null })))
    .execute();
  await expect(statusOf(backend, refid)).rejects.toThrow('500');
  expect(await readPostings()).toEqual([]);
  expect((await sandboxControl(backend, 'ledger')).credits).toEqual([]);
  await db.deleteFrom('jobs').where('kind', '=', 'deliver-message').execute();
  await advance('PT10S');
  expect(await statusOf(backend, refid)).toBe('successful');
  expect(await readPostings()).toHaveLength(1);
});

test('a reversal is taken once, raises the balance again, and is never more than the payment', async () => {
  const { accountNumber } = await pay();
  const [{ reference: payment }] = await readPostings();
  const { reversePosting, findPosting } = billerCalls();
  const reverse = (reference: string, sum: number) => reversePosting({ reference, payment, amount: sen(sum) });
  expect(await reverse('one', 5_000)).toMatchObject({ status: 'accepted' });
  expect(await reverse('one', 5_000)).toEqual(await findPosting('one'));
  expect(await balanceOf(accountNumber)).toBe(5_000);
  expect(await reverse('two', amount)).toMatchObject({ status: 'refused' });
  expect(await reverse('three', amount - 5_000)).toMatchObject({ status: 'accepted' });
  expect(await balanceOf(accountNumber)).toBe(amount);
  expect(await reversePosting({ reference: 'four', payment: 'none', amount: sen(1) })).toMatchObject({
    status: 'refused',
  });
});
