import { expect, test } from '../fixtures/journey';
import { actions, continueOnPhonePath, endpoints, paymentPath, routes } from '../../lib/routes';

test('row 63: only the visit that has opened a payment makes its code, loading the link changes nothing, and the button works once', async ({
  account,
  paymentApi,
  openVisit,
}) => {
  const refid = await paymentApi.createPayment(account('01'));
  const [payer, stranger, phone, late] = [await openVisit(), await openVisit(), await openVisit(), await openVisit()];

  // A stranger with the reference has not opened the payment.
  const refused = await stranger.post(actions.continueOnPhone, { refid });
  expect([refused.status(), refused.headers()['location']]).toEqual([303, paymentPath(refid)]);
  expect(refused.headers()['set-cookie'] ?? '').not.toContain('ebill-continue');
  expect((await payer.get(`${actions.continueOnPhone}?refid=${refid}`)).status()).toBe(405);

  await payer.get(paymentPath(refid));
  const made = await payer.post(actions.continueOnPhone, { refid, idempotencyKey: 'a'.repeat(32) });
  expect([made.status(), made.headers()['location']]).toEqual([303, continueOnPhonePath(refid)]);
  const shown = await (await payer.get(continueOnPhonePath(refid))).text();
  const token = /\/continue\?token=([a-z2-7]{26})/.exec(shown)?.[1] ?? '';
  const link = `${routes.continuation}?token=${token}`;
  // The code is shown to the visit that has asked for it, and to no other that opens the page.
  const elsewhere = await stranger.get(continueOnPhonePath(refid));
  expect(await elsewhere.text()).not.toContain(token);
  const status = `${endpoints.continuationStatus}?refid=${refid}`;
  expect((await stranger.get(status)).status()).toBe(404);
  expect(await (await payer.get(status)).json()).toEqual({ status: expect.stringMatching(/^open /) });

  for (let time = 0; time < 3; time += 1) {
    const opened = await phone.get(link);
    expect(opened.status()).toBe(200);
    expect(opened.headers()).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'same-origin',
      'cache-control': expect.stringContaining('no-store'),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(await opened.text()).not.toContain(refid);
  }
  await phone.request.head(paymentApi.urlOf(link));
  expect((await phone.post(link, { token })).status()).toBe(405);
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await phone.post(actions.openContinuation, { token }, foreign)).status()).toBe(403);
  expect(await (await payer.get(status)).json()).toEqual({ status: expect.stringMatching(/^open /) });

  const form = await phone.readForm(link, actions.openContinuation);
  const continued = await phone.post(actions.openContinuation, form);
  expect([continued.status(), continued.headers()['location']]).toEqual([303, paymentPath(refid)]);
  // A double tap is one use.
  expect((await phone.post(actions.openContinuation, form)).headers()['location']).toBe(paymentPath(refid));
  const again = await late.post(actions.openContinuation, { token });
  expect([again.status(), again.headers()['location']]).toEqual([303, link]);
  expect((await late.get(link)).status()).toBe(410);
  expect(await (await payer.get(status)).json()).toEqual({ status: expect.stringMatching(/^used /) });

  // The phone's visit has the rights of one that has opened the payment.
  await phone.get(paymentPath(refid));
  const cancelled = await phone.post(actions.cancelPayment, { refid, idempotencyKey: 'b'.repeat(32) });
  expect(cancelled.headers()['location']).toBe(`/cancelPayment?refid=${refid}`);
});
