import { calls } from '@/lib/contract/calls';
import {
  createPayment,
  errorCodeOf,
  fpxRequest,
  sandboxControl,
  statusOf,
  succeed,
} from '../backend/test-backend.fixture';
import { setUpProviderJourneys, type BrowserReturn } from './provider-journeys.fixture';
import { listBankButtons } from './scenarios/bank-buttons';

/* The backend with FPX through Billplz and the simulator, over HTTP: the outcome of each button of a bank's page. */

const journeys = setUpProviderJourneys({ fpx: ['billplz'] });
const { creditsOf, press, returnToSite } = journeys;

test.each(listBankButtons(false).map((button) => [button.label, button] as const))('%s', async (_label, button) => {
  const { refid, pageUrl } = await journeys.begin();
  await returnToSite(await press(pageUrl, button.value));
  // Billplz was asked because of the signed return: the result asks again some seconds later.
  if (button.value === 'replay') await sandboxControl(journeys.backend, 'clock', { advance: 'PT6S' });
  // FPX does not tell Billplz, nor Billplz us, that the payer has cancelled.
  // Who comes back unpaid has left the bill, which is deleted.
  const leaves = button.state === 'no-payment';
  const expected = button.value === 'cancel' ? 'failed' : leaves ? 'cancelled' : button.outcome;
  expect(await statusOf(journeys.backend, refid)).toBe(expected);
  expect(await creditsOf(refid)).toBe(button.credited ? 1 : 0);
});

test.each(['successful', 'failed'] as const)('left pending, settled as %s', async (outcome) => {
  const { refid, pageUrl } = await journeys.begin();
  await returnToSite(await press(pageUrl, 'leave-pending'));
  expect(await statusOf(journeys.backend, refid)).toBe('pending');
  expect(await sandboxControl(journeys.backend, 'settle', { refid, outcome })).toMatchObject({ status: outcome });
  expect(await creditsOf(refid)).toBe(outcome === 'successful' ? 1 : 0);
});

test('only the callback settles the payment of a payer who never returns', async () => {
  const { refid, pageUrl } = await journeys.begin();
  expect(await press(pageUrl, 'never-return')).toBeNull();
  const { history } = await sandboxControl(journeys.backend, `payments/${refid}`);
  expect(history).toContainEqual(expect.objectContaining({ state: 'successful', movedBy: 'callback' }));
  expect(await creditsOf(refid)).toBe(1);
});

test('an open bank page can be left for another bank: its bill is deleted, and what is paid there is for review', async () => {
  const { refid, pageUrl } = await journeys.begin();
  await sandboxControl(journeys.backend, 'clock', { advance: 'PT5S' });
  const otherUrl = await journeys.openPage(fpxRequest(refid, 13_878, 'PBB0233'));
  const bill = await fetch(pageUrl.replace(/\/visits\/.*/, ''));
  expect(await bill.text()).toContain('This bill was deleted');
  await returnToSite(await press(otherUrl, 'approve'));
  await returnToSite(await press(pageUrl, 'callback-first'));
  expect(await statusOf(journeys.backend, refid)).toBe('successful');
  expect(await creditsOf(refid)).toBe(1);
  expect((await sandboxControl(journeys.backend, `payments/${refid}`)).reviews).toHaveLength(1);
});

/** A return with the reference of another one. */
function withReferenceOf(back: BrowserReturn | null, other: BrowserReturn | null): BrowserReturn | null {
  return back && { ...back, fields: { ...back.fields, billplz_reference: other?.fields['billplz_reference'] ?? '' } };
}

test('the signed return of a paid order neither pays another order, nor counts as its second payment', async () => {
  const first = await journeys.begin();
  const paid = await press(first.pageUrl, 'return-only');
  await returnToSite(paid);
  const second = await journeys.begin();
  const own = await press(second.pageUrl, 'return-only');
  await returnToSite(own);
  await returnToSite(withReferenceOf(paid, own));
  const third = await journeys.begin();
  const declined = await press(third.pageUrl, 'decline');
  await returnToSite(withReferenceOf(paid, declined));
  expect(await statusOf(journeys.backend, third.refid)).toBe('failed');
  for (const [refid, credits] of [
    [first.refid, 1],
    [second.refid, 1],
    [third.refid, 0],
  ] as const) {
    expect(await creditsOf(refid)).toBe(credits);
    expect(await sandboxControl(journeys.backend, `payments/${refid}`)).toMatchObject({ reviews: [] });
  }
});

test('without an answer to the new bill nothing is begun, and the next try is', async () => {
  const refid = await createPayment(journeys.backend);
  expect(await journeys.control('faults', { call: 'billplz.bills.create', mode: 'drop-answer' })).toBe(200);
  expect(await errorCodeOf(journeys.backend, calls['payment.init'], fpxRequest(refid))).toBe('initiation-failed');
  const again = await succeed(journeys.backend, calls['payment.init'], fpxRequest(refid));
  expect(again.onward).toMatchObject({ kind: 'redirect', method: 'GET' });
});

test('a page that nobody pays at expires with its order', async () => {
  const { refid } = await journeys.begin();
  await sandboxControl(journeys.backend, 'clock', { advance: 'PT1H' });
  expect(await statusOf(journeys.backend, refid)).toBe('expired');
  expect(await creditsOf(refid)).toBe(0);
});

test('the banks are those of Billplz', async () => {
  const page = await succeed(journeys.backend, calls['payment.page'], { refid: await createPayment(journeys.backend) });
  expect(JSON.stringify(page)).toContain('"bankID":"MB2U0227","bankName":"Maybank2U","isOnline":true');
  expect(JSON.stringify(page)).toContain('"bankID":"MBSB001","bankName":"MBSB Bank","isOnline":false');
});
