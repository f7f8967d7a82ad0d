import { readFileSync } from 'node:fs';
import { calls } from '@/lib/contract/calls';
import {
  sandboxControl,
  createPayment,
  payByFpx,
  redirectToBank,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../../backend/test-backend.fixture';
import { startPartnerServer } from '../../backend/partners/partner-client.fixture';
import { fieldOn, createConsoleClient } from './console.fixture';

const backend = setUpTestBackend();
const qa = createConsoleClient(backend);

const controlsPage = '/sandbox/console/controls';
const config = () => succeed(backend, calls['config.get'], {});

describe('the console’s forms', () => {
  test('move the clock by a preset or a typed duration, and show the result once', async () => {
    const jumped = await qa.submit('clock', { advance: 'P5D' });
    expect([jumped.location, backend.clock.offsetMs]).toEqual([`${controlsPage}#clock`, 432_000_000]);
    expect(jumped.message).toMatch(/^The clock is now \d+ \w+ \d{4}, \d\d:\d\d:\d\d in Malaysia\./);
    expect((await qa.read(controlsPage)).html).not.toContain('The clock is now');
    await qa.submit('clock', { count: ' 3 ', unit: 'hours' });
    expect(backend.clock.offsetMs).toBe(432_000_000 + 10_800_000);

    expect((await qa.submit('clock', { count: '0', unit: 'days' })).html).toContain('Type a whole number, such as 3.');
    const wrong = await qa.submit('clock', { count: 'soon', unit: 'days' });
    expect(wrong.message).toBe('Nothing was done. Correct this: Type a whole number, such as 3.');
    expect(wrong.html).toContain('<a class="link" href="#clock-count">Type a whole number, such as 3.</a>');
    expect(fieldOn(wrong.html, 'count')).toEqual({
      value: 'soon',
      isInvalid: true,
      error: 'Type a whole number, such as 3.',
    });
    expect(wrong.html).toMatch(/<option value="days" selected>/);
    expect(wrong.html).toContain('<title>Error: Controls');
    expect(backend.clock.offsetMs).toBe(432_000_000 + 10_800_000);
  });

  test('turn on a switch, save a value, and restore the defaults', async () => {
    const turned = await qa.submit('config', { field: 'isApgDown', turn: 'on' });
    expect(turned.location).toBe(`${controlsPage}#config-isApgDown`);
    expect(turned.message).toBe('Maintenance: on. The site follows within 5 seconds.');
    await qa.submit('config', { field: 'payAmtLimit', value: '20' });
    expect(await config()).toMatchObject({ isApgDown: true, payAmtLimit: 20 });
    expect((await qa.read('/sandbox')).html).toMatch(/Maintenance<\/strong>: on\s*<span class="soft">\(default: off\)/);

    const wrong = await qa.submit('config', { field: 'payAmtLimit', value: 'much' });
    expect(wrong.html).toMatch(/value="much"[^>]*aria-invalid="true"/);
    const unheard = await qa.submit('config', { field: 'unheardOf', turn: 'on' });
    expect(unheard.message).toContain('Nothing was done');
    expect(await config()).toMatchObject({ isApgDown: true, payAmtLimit: 20 });

    await qa.submit('defaults', {});
    expect(await config()).toMatchObject({ isApgDown: false, payAmtLimit: 500 });
  });

  test('start an outage in Malaysian time, and end it', async () => {
    const window = { from: '2099-01-02T09:00', until: '2099-01-02T10:30' };
    const begun = await qa.submit('downtime', { method: 'fpx', ...window, message: 'Being upgraded.' });
    expect(begun.message).toBe('FPX (fpx) is down from 2 Jan 2099, 09:00:00 until 2 Jan 2099, 10:30:00 in Malaysia.');
    expect(await backend.store.db.selectFrom('downtimes').selectAll().execute()).toEqual([
      {
        ...{ target: 'fpx', message: 'Being upgraded.' },
        ...{ from_at: new Date('2099-01-02T01:00:00Z'), until_at: new Date('2099-01-02T02:30:00Z') },
      },
    ]);
    expect((await qa.read('/sandbox')).html).toContain('<strong>FPX (fpx)</strong> is down from');

    const wrong = await qa.submit('downtime', { method: 'boost', from: '2099-01-02T09:00', until: '2099-01-02T08:00' });
    expect(fieldOn(wrong.html, 'until')).toMatchObject({ value: '2099-01-02T08:00', isInvalid: true });
    expect((await qa.submit('downtime', { method: 'fpxx', until: '2099-01-02T08:00' })).html).toContain(
      'Choose what is down.',
    );
    expect((await qa.submit('downtime', { method: 'fpx', end: 'yes' })).message).toBe('FPX (fpx) is up again.');
    expect(await backend.store.db.selectFrom('downtimes').selectAll().execute()).toEqual([]);
  });

  test('set a preset by the controls, list it as active, and end it', async () => {
    const set = await qa.submit('presets', { preset: 'lost-answer' });
    expect([set.location, set.message]).toEqual([
      `${controlsPage}#preset-lost-answer`,
      expect.stringMatching(/^Set: Lost answer/),
    ]);
    const faults = () => backend.store.db.selectFrom('sandbox_faults').selectAll().where('times', '>', 0).execute();
    expect(await faults()).toEqual([{ call: 'payment.init', mode: 'drop-answer', times: 1 }]);
    await qa.submit('presets', { preset: 'biller-refuses' });
    const { html } = await qa.read('/sandbox');
    expect(html).toContain('<strong>payment.init</strong>: drop-answer (1 left)');
    expect(html).toContain('Postings at the biller: <strong>refuse</strong> (1 left)');
    await sandboxControl(backend, 'biller', { mode: 'pending', times: 2 });
    expect((await qa.read('/sandbox')).html).toContain('Postings at the biller: <strong>pending</strong> (2 left)');
    expect((await qa.submit('presets', { preset: 'biller-refuses' })).message).not.toContain('It replaces');
    expect((await qa.submit('presets', { preset: 'biller-loses-answer' })).message).toContain(
      'It replaces: The biller refuses.',
    );
    await qa.submit('presets', { preset: 'biller-refuses' });
    const rowOf = async (label: string) =>
      new RegExp(`<li id="preset-[a-z-]+">(?:(?!</li>).)*<h3>${label}</h3>.*?</li>`, 's').exec(
        (await qa.read(controlsPage)).html,
      )?.[0];
    expect(await rowOf('The biller refuses')).toMatch(/Active, 1 left.*name="end" value="biller-refuses"/s);
    expect(await rowOf('The biller’s answer is lost')).not.toContain('Active');
    expect((await qa.submit('presets', { end: 'biller-refuses' })).message).toBe('Ended: The biller refuses.');
    expect(await rowOf('The biller refuses')).not.toContain('Active');
    expect(await rowOf('Lost answer, then paid')).toContain('Active, 1 left');
    expect((await qa.submit('presets', { preset: 'unheard' })).message).toBe(
      'Nothing was done: there is no such preset.',
    );
    // The calls that a preset shows do the same.
    const curl = />(curl http:\/\/localhost:4000\/sandbox\/biller [^<]*)</.exec(
      (await qa.read(controlsPage)).html,
    )?.[1];
    expect(curl).toContain('{&#34;mode&#34;:&#34;lose-answer&#34;,&#34;times&#34;:1}');
  });

  test('decide by any button of a bank’s page how the next payments end there', async () => {
    const { html } = await qa.read(controlsPage);
    const form = /<form method="post" action="\/sandbox\/console\/decisions">(.*?)<\/form>/.exec(html)?.[1] ?? '';
    const offered = [...form.matchAll(/<option value="([^"]*)"/g)].map(([, button]) => button);
    const documented = /ends the next `times` payments[^:]*: (`approve`.*?)\. It waits/s
      .exec(readFileSync('docs/sandbox.md', 'utf8'))?.[1]
      ?.match(/[a-z]+(?:-[a-z]+)*(?=`)/g);
    expect(documented).toHaveLength(11);
    expect(offered).toEqual(documented);

    const wrong = await qa.submit('decisions', { button: 'shrug', times: 'often' });
    expect(fieldOn(wrong.html, 'button').error).toBe('Choose a button.');
    expect(wrong.html).toContain('Type a whole number from 1 to 10000.');

    const sent: string[] = [];
    const fetching = jest.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
      if (typeof init?.body === 'string')
        sent.push(`${new URL(address instanceof Request ? address.url : address).pathname} ${init.body}`);
      return Promise.resolve(new Response());
    });
    const decided = await qa.submit('decisions', { button: 'replay', times: '2' });
    expect([decided.location, decided.message]).toEqual([
      `${controlsPage}#decisions`,
      'Set: Replay an old return (2 left).',
    ]);
    const ended = await qa.submit('decisions', { button: 'replay', times: '2', end: 'yes' });
    fetching.mockRestore();
    expect(ended.message).toBe('Payments at a bank’s page end as its payer presses.');
    expect(sent).toEqual([
      '/control/decisions {"button":"replay","times":2}',
      '/control/decisions {"button":"approve","times":0}',
    ]);
  });

  test('set a fault, and clear it', async () => {
    await qa.submit('faults', { call: 'bill.get', mode: 'slow', times: '2' });
    const faults = () => backend.store.db.selectFrom('sandbox_faults').selectAll().execute();
    expect(await faults()).toEqual([{ call: 'bill.get', mode: 'slow', times: 2 }]);
    expect((await qa.read(controlsPage)).html).toContain('<strong>bill.get</strong>: slow (2 left)');
    const wrong = await qa.submit('faults', { call: 'bill.get', mode: 'error', times: '-1' });
    expect(fieldOn(wrong.html, 'times')).toMatchObject({ value: '-1', isInvalid: true });
    const none = await qa.submit('faults', { call: 'bill.get', mode: 'slow', times: '0' });
    expect(fieldOn(none.html, 'times')).toMatchObject({ value: '0', isInvalid: true });
    expect((await qa.submit('faults', { call: 'bill.get', mode: 'slow', clear: 'yes' })).message).toBe(
      'bill.get works again.',
    );
    expect((await qa.read('/sandbox')).html).toContain('Nothing: no outage');
  });

  test('reset only after a confirmation', async () => {
    const refid = await createPayment(backend);
    const question = await qa.read('/sandbox/console/reset');
    expect(question.html).toContain('Yes, reset the sandbox');
    expect(await sandboxControl(backend, `payments/${refid}`)).toMatchObject({ refid });
    const done = await qa.submit('reset', {});
    expect([done.location, done.message]).toEqual(['/sandbox#reset', expect.stringMatching(/^The sandbox is reset/)]);
    expect(await sandboxControl(backend, `payments/${refid}`)).toEqual({ error: 'unknown payment' });
  });

  test('create an order of a partner from any of the rows, and show its payment link', async () => {
    const order = {
      partnerKey: 'DEMO-SHOP',
      'items.1.name': 'Decoder',
      'items.1.amount': '1,290.50',
      'charges.0.name': 'Delivery',
      'charges.0.amount': '10',
      isEpp: 'yes',
      'customer.accountNumber': '1234567809',
      responseCode: '318',
    };
    const made = await qa.submit('order', order);
    const paymentId = /paymentId is (\w+)\./.exec(made.message)?.[1] ?? '';
    expect(made.html).toContain(`href="http://localhost:3000/epayment/entry?paymentId=${paymentId}"`);
    expect(await sandboxControl(backend, `payments/${paymentId}`)).toMatchObject({
      amount: 130_050,
      partnerKey: 'DEMO-SHOP',
    });

    // What was typed stays, for the next order like it.
    expect(fieldOn(made.html, 'items.1.name').value).toBe('Decoder');
    const wrong = await qa.submit('order', { ...order, 'items.1.amount': '12.345', 'customer.accountNumber': '12' });
    expect(fieldOn(wrong.html, 'items.1.amount')).toEqual({
      value: '12.345',
      isInvalid: true,
      error: 'Item 2: type an amount, such as 129.00.',
    });
    expect(fieldOn(wrong.html, 'customer.accountNumber')).toMatchObject({ value: '12', isInvalid: true });
    expect(fieldOn(wrong.html, 'items.1.name')).toMatchObject({ value: 'Decoder', isInvalid: false });
    expect(fieldOn((await qa.submit('order', { partnerKey: 'KIOSK' })).html, 'items.0.name').isInvalid).toBe(true);
    // All that is wrong is said at once, what partners' calls may send too.
    const errors = {
      'items.1.amount': /^Item 2: type an amount/,
      'customer.email': /^Type an e-mail address, such as/,
      'customer.phoneNumber': /^Type a mobile number, such as/,
      responseURL: /^Type a responseURL that is registered/,
      webhookURL: /^Type a webhookURL that is registered/,
    };
    const foreign = await qa.submit('order', {
      ...{ ...order, 'items.1.amount': 'x', 'customer.email': 'not-an-email', 'customer.phoneNumber': 'abc' },
      ...{ responseURL: 'https://evil.example/', webhookURL: '127.0.0.1/hook' },
    });
    for (const [field, error] of Object.entries(errors)) expect(fieldOn(foreign.html, field).error).toMatch(error);
    const links = [...foreign.html.matchAll(/<li><a class="link" href="#order-([^"]*)">/g)].map(([, field]) => field);
    expect(links).toEqual(Object.keys(errors).map((field) => field.replaceAll('.', '-')));
  });

  test('create a bill link, and open a bill directly', async () => {
    const made = await qa.submit('bill-link', { accountNumber: '1234567801', amount: '' });
    expect(made.message).toMatch(
      /^The link is created\. Open the bill http:\/\/localhost:3000\/pay\/direct\/ebill\?refid=[a-z2-7]{26}/,
    );
    const wrong = await qa.submit('bill-link', { accountNumber: '123', amount: 'all' });
    for (const name of ['accountNumber', 'amount']) expect(fieldOn(wrong.html, name).isInvalid).toBe(true);
    const opened = await qa.post('open-bill', { accountNumber: '1234567802' });
    expect(opened.headers.location).toMatch(/^http:\/\/localhost:3000\/pay\/direct\/ebill\?refid=/);
  });

  test('open a shop’s order for a customer who has saved cards', async () => {
    expect((await qa.read('/sandbox')).html.match(/Open shop order of \d+/g)).toEqual([
      'Open shop order of 1234567809',
      'Open shop order of 1234567810',
    ]);
    const { headers } = await qa.post('open-order', { accountNumber: '1234567809' });
    const paymentId = new URL(String(headers.location)).searchParams.get('paymentId') ?? '';
    expect((await qa.read(`/sandbox/console/payments?search=${paymentId}`)).html).toContain('RM50.00');
  });

  test('settle only what a carrier left pending', async () => {
    const refid = await createPayment(backend);
    await succeed(backend, calls['payment.init'], {
      refid,
      shownAmount: 13_878,
      paymentRequest: { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a', userEmailAddress: 'a@example.com' },
    });
    const mobileNumber = '60120000098';
    await succeed(backend, calls['dcb.sendTac'], { refid, mobileNumber });
    const [{ code: tac }] = await sandboxControl(backend, `messages?to=${mobileNumber}`);
    await succeed(backend, calls['dcb.verifyTac'], { refid, tac });
    const page = `/sandbox/console/payments/${refid}`;
    expect((await qa.read(page)).html).toContain('Settle as successful');

    const settled = await qa.submit('settle', { refid, outcome: 'successful' });
    expect([settled.location, settled.message]).toEqual([`${page}#settle`, 'The bank has settled it as successful.']);
    expect(settled.html).toContain('moved by the gateway’s own callback');
    expect(settled.html).not.toContain('Settle as successful');
    expect((await qa.submit('settle', { refid, outcome: 'failed' })).message).toBe(
      'Nothing was done: nothing is pending any more.',
    );
  });

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['an empty origin', { origin: '' }],
    ['another port of this machine', { origin: 'http://backend.example:3000', 'sec-fetch-site': 'same-site' }],
  ])('are not taken from %s', async (_where, headers) => {
    const refid = await createPayment(backend);
    const fields = { advance: 'P1D', field: 'isApgDown', turn: 'on', method: 'fpx', until: '2099-01-01T00:00' };
    for (const form of [
      'clock',
      'config',
      'defaults',
      'downtime',
      'faults',
      'decisions',
      'reset',
      'order',
      'bill-link',
      'settle',
      'refund',
    ]) {
      expect((await qa.post(form, fields, headers)).statusCode).toBe(403);
    }
    expect(backend.clock.offsetMs).toBe(0);
    expect(await sandboxControl(backend, `payments/${refid}`)).toMatchObject({ refid });
  });

  test('escape what was typed, and ignore a forged flash cookie', async () => {
    const hostile = '"><script>alert(1)</script>';
    const wrong = await qa.submit('bill-link', { accountNumber: hostile, amount: hostile });
    expect(wrong.html).not.toContain('<script>alert');
    expect(wrong.html).toContain('&#34;&#62;&#60;script&#62;');
    const forged = await qa.read(controlsPage, `sandbox-said=${wrong.cookie.slice(20)}`);
    expect([forged.status, forged.html.includes('class="flash')]).toEqual([200, false]);
    // Too large for a cookie: the error is shown without the typed values.
    expect((await qa.submit('bill-link', { accountNumber: 'x'.repeat(5_000) })).message).toBe(
      'Nothing was done. Correct this: Type ten digits, such as 1234567801.',
    );
  });
});

describe('the console’s pages', () => {
  test('allow their own script only, no frame, and forms to the console only', async () => {
    const { headers, html } = await qa.read(controlsPage);
    const [, nonce] =
      /^default-src 'none'; style-src 'nonce-([^']+)'; script-src 'nonce-\1'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/.exec(
        String(headers['content-security-policy']),
      ) ?? [];
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect([...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)).toEqual([` nonce="${nonce}"`]);
  });

  test('list the sections of the controls by their headings, in their order', async () => {
    const { html } = await qa.read(controlsPage);
    const listed = [...html.matchAll(/<li><a href="#([\w-]+)">([^<]*)<\/a><\/li>/g)].map(([, ...link]) => link);
    const headings = [...html.matchAll(/<h2 id="([\w-]+)-heading">([^<]*)<\/h2>/g)].map(([, ...heading]) => heading);
    expect(listed).toEqual([['top', 'Top'], ...headings]);
    expect(headings).toHaveLength(9);
  });

  test('tell who opened a payment: its partner by a signed order, or its payer', async () => {
    const { paymentId } = await sandboxControl(backend, 'orders', { items: [{ name: 'Decoder', amount: 100 }] });
    const opened = async (reference: string) =>
      /The payment: open<\/strong> <p>.*?moved by (.*?) ?<\/p>/.exec(
        (await qa.read(`/sandbox/console/payments/${reference}`)).html,
      )?.[1];
    expect(await opened(paymentId)).toBe('the partner');
    expect(await opened(await createPayment(backend))).toBe('the payer');
  });

  test('tell a browser where they are when a path below /sandbox is none, and a program in JSON', async () => {
    const get = (accept: string) => backend.app.inject({ url: '/sandbox/payments', headers: { accept } });
    const page = await get('text/html,application/xhtml+xml,*/*;q=0.8');
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<a class="link" href="/sandbox">');
    for (const accept of ['*/*', 'application/json']) {
      const { statusCode, headers } = await get(accept);
      expect([statusCode, headers['content-type']]).toEqual([404, expect.stringMatching('application/problem.json')]);
    }
  });

  test('are the redirect target of the backend’s root path', async () => {
    const { statusCode, headers } = await backend.app.inject({ url: '/' });
    expect([statusCode, headers.location]).toEqual([302, '/sandbox']);
  });

  test('list payments newest first in pages, and find one by each of its identifiers', async () => {
    const refids: string[] = [];
    for (let made = 0; made < 27; made += 1) {
      const { paymentId } = await sandboxControl(backend, 'orders', {
        items: [{ name: `Item <${made}>`, amount: 100 }],
      });
      refids.unshift((await sandboxControl(backend, `payments/${paymentId}`)).refid);
    }
    const listed = async (query: string) => {
      const { html } = await qa.read(`/sandbox/console/payments${query}`);
      return [...html.matchAll(/payments\/([a-z2-7]{26})"/g)].map(([, refid]) => refid);
    };
    expect(await listed('')).toEqual(refids.slice(0, 25));
    expect(await listed('?page=2')).toEqual(refids.slice(25));
    expect((await qa.read('/sandbox/console/payments')).html).toContain('Item &#60;26&#62;');

    const refid = await payByFpx(backend, '1234567842');
    const { paymentId } = await sandboxControl(backend, `payments/${refid}`);
    const { number } = await backend.store.db.selectFrom('attempts').select('number').executeTakeFirstOrThrow();
    for (const search of [refid, paymentId, '1234567842', number]) {
      expect(await listed(`?search=${search}`)).toEqual([refid]);
    }
    const { partner_order_number: orderNumber } = await backend.store.db
      .selectFrom('orders')
      .select('partner_order_number')
      .where('refid', '=', refids[3] ?? '')
      .executeTakeFirstOrThrow();
    expect(await listed(`?search=${orderNumber}`)).toEqual([refids[3]]);
    expect((await qa.read('/sandbox/console/payments')).html).toMatch(
      /id="filter-search-hint">A whole refid, paymentId, account number, order number or transaction ID, or a part of/,
    );
    const found = await qa.read('/sandbox/console/payments?search=%3Cb%3E');
    expect(found.html).toContain('Found for &#60;b&#62;');
    expect(found.html).toMatch(/<details\s*>\s*<summary>More filters/);
    expect((await qa.read('/sandbox/console/payments?status=open')).html).toMatch(
      /<details open>\s*<summary>More filters/,
    );
  });

  test('show the history of a payment with its actors, and link to its pages', async () => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'successful');
    await statusOf(backend, refid);
    const { html } = await qa.read(`/sandbox/console/payments/${refid}`);
    const history = /<ol class="timeline">(.*?)<\/ol>/s.exec(html)?.[1] ?? '';
    const states = [...history.matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, label]) => label);
    expect(states).toEqual((await sandboxControl(backend, `payments/${refid}`)).history.map(describeEntry));
    for (const text of [number, 'moved by our asking the gateway', 'Its reference at fpx is'])
      expect(history).toContain(text);
    for (const path of ['/epayment/entry', '/bankResultFPX'])
      expect(html).toContain(`href="http://localhost:3000${path}?refid=${refid}"`);
    for (const list of ['messages', 'webhooks'])
      expect(html).toContain(`href="/sandbox/console/${list}?payment=${refid}#list"`);
    const none = await qa.read('/sandbox/console/payments/none');
    expect(none).toMatchObject({ status: 404, html: expect.stringContaining('There is no payment with this refid') });
    expect(none.html).toContain('<a class="link" href="/sandbox/console/payments">Go to Payments</a>');
  });

  test('show until when a corporate payment waits for its approval, instead of until when it can be begun', async () => {
    const { refid, number } = await redirectToBank(backend);
    const shown = async () => {
      const { html } = await qa.read(`/sandbox/console/payments/${refid}`);
      const [, label, time = ''] = /<dt>(Expires|Approval due by)<\/dt> <dd><time datetime="([^"]*)"/.exec(html) ?? [];
      return { label, inMinutes: Math.round((Date.parse(time) - backend.clock.now().getTime()) / 60_000) };
    };
    expect(await shown()).toEqual({ label: 'Expires', inMinutes: 15 });
    backend.fpx.setStatus(number, 'pending-approval');
    await statusOf(backend, refid);
    expect(await shown()).toEqual({ label: 'Approval due by', inMinutes: 5 * 24 * 60 });
    await sandboxControl(backend, 'clock', { advance: 'P5DT1H' });
    expect((await shown()).label).toBe('Expires');
  });

  test('name the accounts of a payment of several, each with its part, its credit and its posting', async () => {
    const accounts = [
      { accountNumber: '1234567742', payOption: 'other' as const, amount: 10_000 },
      { accountNumber: '1234567842', payOption: 'other' as const, amount: 3_878 },
    ];
    const created = await succeed(backend, calls['transaction.createSeveral'], { accounts });
    const refid = created.transactionRefId;
    const listed = async (query: string) => (await qa.read(`/sandbox/console/payments?${query}`)).html;
    for (const query of ['', 'search=1234567842', 'account=1234567742']) {
      expect(await listed(query)).toContain(' · 2 accounts · EBILL');
    }
    const read = async () => {
      const { html } = await qa.read(`/sandbox/console/payments/${refid}`);
      expect(html).toMatch(/<dt>Account<\/dt> <dd>2 accounts<\/dd>/);
      const list = /<h2 id="accounts">Accounts<\/h2>(.*?)<\/section>/.exec(html)?.[1] ?? '';
      return list
        .split('</li>')
        .slice(0, -1)
        .map((item) =>
          item
            .replace(/<[^>]*>/g, ' ')
            .replace(/ +/g, ' ')
            .trim(),
        );
    };
    expect(await read()).toEqual(['1234567742 Not credited. RM100.00', '1234567842 Not credited. RM38.78']);

    const { number } = await redirectToBank(backend, refid);
    backend.fpx.setStatus(number, 'successful');
    expect(await statusOf(backend, refid)).toBe('successful');
    await backend.jobs.runDue();
    const { postings } = await sandboxControl(backend, 'ledger');
    const items = await read();
    for (const [index, part] of ['RM100.00', 'RM38.78'].entries()) {
      const { reference, receiptNumber } = postings[index];
      expect(receiptNumber).toEqual(expect.any(String));
      expect(items[index]).toContain(`${accounts[index]?.accountNumber} Credited: ${part}`);
      expect(items[index]).toContain(`Posting accepted ${reference} receipt ${receiptNumber} ${part}`);
    }
  });

  test('show the posting of a bill that the biller refused, on its page and in the ledger', async () => {
    const created = await payByFpx(backend, '1234567812');
    await sandboxControl(backend, 'clock', { advance: 'PT1M' });
    const [posting] = (await sandboxControl(backend, 'ledger')).postings;
    const { html } = await qa.read(`/sandbox/console/payments/${created}`);
    expect(/<h2 id="accounts">Account<\/h2>(.*?)<\/section>/.exec(html)?.[1]).toContain(
      `<span class="badge bad">refused</span> <span class="number pick">${posting.reference}</span>`,
    );
    expect(html).toMatch(/<dt>Status<\/dt> <dd>(?:(?!<\/dd>).)*posting <span class="badge bad">refused<\/span>/);
    expect((await qa.read('/sandbox/console/payments')).html).toContain(
      'Posting <span class="badge bad">refused</span>',
    );
    expect((await qa.read('/sandbox/console/ledger')).html).toMatch(
      new RegExp(`Postings not accepted by the biller: 1<.*refused[^<]*, ${posting.reference}`),
    );
  });

  test('refund a payment, and list its refunds', async () => {
    const refid = await payByFpx(backend);
    const page = `/sandbox/console/payments/${refid}`;
    expect(fieldOn((await qa.read(page)).html, 'amount').value).toBe('138.78');
    const wrong = await qa.submit('refund', { refid, amount: '138.79', reason: 'Test' });
    expect([wrong.location, fieldOn(wrong.html, 'amount')]).toEqual([
      `${page}#refund`,
      { value: '138.79', isInvalid: true, error: 'Type an amount, in ringgit, of at most what is left.' },
    ]);
    const refunded = await qa.submit('refund', { refid, amount: '38.78', reason: 'Test' });
    expect(refunded.message).toMatch(/^The refund is requested and approved\. Its reference is \w+\.$/);
    // A payment by FPX is refunded by a bank transfer, which somebody makes.
    expect(refunded.html).toMatch(/<strong>RM38\.78<\/strong>\s*<span class="badge wait">manual<\/span>/);
    expect(refunded.html).toContain('an operator transfers the money');
    expect(fieldOn(refunded.html, 'amount').value).toBe('100.00');
    expect(refunded.html).toContain('RM100.00 is left.');
    for (const list of [page, '/sandbox/console/payments'])
      expect((await qa.read(list)).html).toContain('<span class="badge wait">being refunded RM38.78</span>');
    const reference = /name="refund" value="([^"]*)"/.exec(refunded.html)?.[1] ?? '';
    const settled = await qa.submit('settle-refund', { refid, refund: reference, outcome: 'succeeded' });
    expect([settled.location, settled.message]).toEqual([`${page}#refund`, 'The money is returned.']);
    for (const list of [page, '/sandbox/console/payments']) {
      const { html } = await qa.read(list);
      expect(html).toContain('<span class="badge wait">refunded RM38.78</span>');
      expect(html).not.toContain('being refunded');
    }
    expect((await qa.submit('settle-refund', { refid, refund: reference, outcome: 'failed' })).message).toBe(
      'Nothing was done: the refund waits for no person.',
    );
    const whole = await qa.submit('refund', { refid, amount: '100', reason: 'Test' });
    expect(whole.html).toContain('Nothing is left to refund.');
    const open = await qa.read(`/sandbox/console/payments/${await createPayment(backend)}`);
    expect(open.html).not.toContain('Refunds</h2>');
  });

  test('say on each page how many changes are in effect', async () => {
    const linked = async () => (await qa.read('/sandbox/console/payments')).html.match(/Active changes: \d+/)?.[0];
    expect(await linked()).toBeUndefined();
    await qa.submit('faults', { call: 'bill.get', mode: 'slow', times: '2' });
    await qa.submit('clock', { advance: 'PT15M' });
    expect(await linked()).toBe('Active changes: 2');
    expect((await qa.read(controlsPage)).html).toContain('It is ahead by 15 min.');
  });

  test('end all changes at once, but the clock’s', async () => {
    await qa.submit('faults', { call: 'bill.get', mode: 'slow', times: '2' });
    await qa.submit('downtime', { method: 'm2u', until: '2099-01-01T00:00' });
    await qa.submit('config', { field: 'isApgDown', turn: 'on' });
    await qa.submit('presets', { preset: 'biller-refuses' });
    await qa.submit('clock', { advance: 'PT15M' });
    const changes = async () => (await qa.read('/sandbox')).html.match(/Active changes: \d+/)?.[0];
    expect(await changes()).toBe('Active changes: 5');
    const ended = await qa.submit('end-changes', {});
    expect(ended.message).toMatch(/^All changes have ended\./);
    expect(await changes()).toBe('Active changes: 1');
    expect((await qa.read('/sandbox')).html).toContain('The clock is ahead by 15 min.');
  });

  test('show what each test account owes now', async () => {
    const row = async () =>
      /<li>(?:(?!<\/li>).)*account 1234567801.*?<\/li>/.exec((await qa.read('/sandbox')).html)?.[0];
    expect(await row()).toContain('<span>RM138.78</span>');
    await payByFpx(backend, '1234567801');
    await backend.jobs.runDue();
    expect(await row()).toMatch(/<span>RM0\.00 <span class="soft">\(was RM138\.78\)<\/span><\/span>/);
  });

  test('show whether the ledger balances', async () => {
    const refid = await payByFpx(backend);
    const ledger = async () => (await qa.read('/sandbox/console/ledger')).html;
    expect(await ledger()).toContain('Balanced: every successful payment has a credit for each of its accounts');
    await backend.store.db.updateTable('credits').set({ amount: 1 }).where('order_refid', '=', refid).execute();
    expect(await ledger()).toContain('Not balanced');
  });

  test('filter payments by status, method, account and a part of their texts', async () => {
    const paid = await payByFpx(backend, '1234567842');
    const open = await createPayment(backend, '1234567742');
    const { paymentId } = await sandboxControl(backend, 'orders', { items: [{ name: 'A 50% voucher', amount: 100 }] });
    const { refid: voucher } = await sandboxControl(backend, `payments/${paymentId}`);
    const listed = async (query: object) => {
      const { html } = await qa.read(`/sandbox/console/payments?${new URLSearchParams({ ...query }).toString()}`);
      return [...html.matchAll(/payments\/([a-z2-7]{26})"/g)].map(([, refid]) => refid);
    };
    expect(await listed({ status: 'successful' })).toEqual([paid]);
    expect(await listed({ status: 'open' })).toEqual([voucher, open]);
    expect(await listed({ status: 'open', account: '1234567742' })).toEqual([open]);
    expect(await listed({ method: 'fpx' })).toEqual([paid]);
    expect(await listed({ method: 'fpx', status: 'failed' })).toEqual([]);
    expect(await listed({ search: 'PAYER@example' })).toEqual([open, paid]);
    // The signs of a pattern stand for themselves.
    expect(await listed({ search: '50% v' })).toEqual([voucher]);
    expect(await listed({ search: '5_% v' })).toEqual([]);
    expect((await qa.read('/sandbox/console/payments?account=12')).html).toContain('An account number has ten digits.');
    for (const unknown of [{ status: 'nonsense' }, { method: 'nonsense' }]) expect(await listed(unknown)).toEqual([]);
    const { html } = await qa.read('/sandbox/console/payments?status=nonsense');
    expect(html).toContain('>Found for status nonsense</h2>');
    expect(html).toContain('<option value="nonsense" selected>nonsense (unknown)</option>');
  });

  test('show the order number, the items and the charges of a partner’s order', async () => {
    const { paymentId } = await sandboxControl(backend, 'orders', {
      partnerKey: 'DEMO-SHOP',
      items: [{ name: 'Decoder', amount: 12_900 }],
      charges: [{ name: 'Delivery', amount: 1_000 }],
    });
    const { html } = await qa.read(`/sandbox/console/payments/${paymentId}`);
    // The sandbox creates a random order number.
    expect(html).toMatch(/<dt>Order number<\/dt>\s*<dd>.*[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/);
    expect(html).toContain('<li>Decoder, RM129.00</li>');
    expect(html).toContain('<li>Delivery, RM10.00</li>');
    const bill = (await qa.read(`/sandbox/console/payments/${await createPayment(backend)}`)).html;
    expect(bill).not.toContain('<dt>Order number</dt>');
    expect(bill).not.toContain('<dt>Items</dt>');
  });

  test('show an e-mail as HTML, text and headers', async () => {
    const refid = await payByFpx(backend);
    const list = (await qa.read('/sandbox/console/messages?kind=receipt')).html;
    const path = /href="(\/sandbox\/console\/messages\/\d+)"/.exec(list)?.[1] ?? '';
    const { html, headers } = await qa.read(path);
    expect(headers['content-security-policy']).toContain("frame-src 'self';");
    expect(html).toMatch(
      new RegExp(`<iframe[^>]*src="${path}/html"[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"`),
    );
    for (const header of ['To', 'Subject', 'Date', 'Auto-Submitted', 'Content-Type'])
      expect(html).toContain(`<dt>${header}</dt>`);
    expect(html).toContain('payer@example.com');
    expect(html).toContain(`href="/sandbox/console/payments/${refid}"`);
    expect((await qa.read(`${path}/html`)).html).toMatch(/^<!doctype html>.*<base target="_blank">.*RM138\.78/);
    for (const unknown of ['/sandbox/console/messages/999999', '/sandbox/console/messages/x/html'])
      expect((await qa.read(unknown)).status).toBe(404);
  });

  test('row 66: the HTML of an e-mail runs no script, loads nothing and has an origin of its own', async () => {
    await payByFpx(backend);
    await qa.read('/sandbox/console/messages');
    const hostile =
      '<html><head></head><body><script>alert(1)</script><img src="https://evil.example/x"></body></html>';
    await backend.store.db
      .updateTable('outbox')
      .set({ mail: JSON.stringify({ subject: '<b>Hello', html: hostile }) })
      .execute();
    const { id } = await backend.store.db.selectFrom('sandbox_messages').select('id').executeTakeFirstOrThrow();
    const { html, headers } = await qa.read(`/sandbox/console/messages/${id}/html`);
    expect(html).toContain('<script>alert(1)</script>');
    expect(headers['content-security-policy']).toBe(
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    );
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    const page = (await qa.read(`/sandbox/console/messages/${id}`)).html;
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<b>Hello');
  });

  test('filter messages by payment, kind and a part of their text or subject', async () => {
    const refid = await payByFpx(backend);
    const count = async (query: string) =>
      (await qa.read(`/sandbox/console/messages?${query}`)).html.split('<strong>receipt</strong>').length - 1;
    expect([await count('kind=receipt'), await count('kind=tac'), await count('kind=nonsense')]).toEqual([1, 0, 0]);
    expect([await count('text=138.78'), await count('text=nowhere')]).toEqual([1, 0]);
    expect([await count(`payment=${refid}`), await count('payment=none')]).toEqual([1, 0]);
  });

  test('filter messages by each kind that docs/sandbox.md names', async () => {
    const documentation = readFileSync('docs/sandbox.md', 'utf8');
    const documented = [...documentation.matchAll(/\bkind\s+`([a-z-]+)`/g)].map(([, kind]) => kind);
    expect(documented).toEqual(expect.arrayContaining(['otp', 'reminder', 'auto-debit', 'approval', 'bill-reminder']));
    const { html } = await qa.read('/sandbox/console/messages');
    for (const kind of documented) expect(html).toContain(`<option value="${kind}"`);
  });

  test('show the webhooks of partners, and filter them', async () => {
    const { paymentId } = await sandboxControl(backend, 'orders', {
      partnerKey: 'DEMO-SHOP',
      items: [{ name: 'Decoder', amount: 100 }],
      webhookURL: 'http://127.0.0.1:9/webhook',
      deadline: new Date(backend.clock.now().getTime() + 60_000).toISOString(),
    });
    await sandboxControl(backend, 'clock', { advance: 'PT2H' });
    const listed = async (query: string) => {
      const { html } = await qa.read(`/sandbox/console/webhooks?${query}`);
      return [...html.matchAll(/<strong>(order\.[a-z]+)<\/strong>/g)].map(([, event]) => event);
    };
    expect(await listed('')).toEqual(['order.expired']);
    expect(await listed('event=order.paid')).toEqual([]);
    expect(await listed('state=waiting&partner=DEMO-SHOP')).toEqual(['order.expired']);
    expect(await listed('state=delivered')).toEqual([]);
    expect(await listed('event=nonsense')).toEqual([]);
    expect(await listed(`text=${paymentId}`)).toEqual(['order.expired']);
    expect(await listed('text=nowhere')).toEqual([]);
    expect(await listed('payment=none')).toEqual([]);
    expect(await listed(`payment=${paymentId}`)).toEqual(['order.expired']);
    const { html } = await qa.read('/sandbox/console/webhooks');
    expect(html).toMatch(
      /<dt>Last failure<\/dt> <dd>no answer<\/dd>.*<dt>Next try<\/dt>.*<summary>Tries \([1-9]\)<\/summary>/,
    );
    expect((await qa.read(`/sandbox/console/payments/${paymentId}`)).html).toContain('Webhooks: 1, 1 not delivered');
  });

  test('send a webhook that was not delivered again', async () => {
    let status = 500;
    const shop = await startPartnerServer(() => ({ status }));
    const made = await qa.submit('order', {
      ...{ partnerKey: 'DEMO-SHOP', 'items.0.name': 'Decoder', 'items.0.amount': '1.00' },
      webhookURL: `${shop.url}/hook`,
    });
    const page = /href="([^"]*)">Open it under Payments</.exec(made.html)?.[1] ?? '';
    expect((await qa.read(page)).html).toContain('Webhooks: none');
    await qa.submit('clock', { advance: 'PT16M' });
    const { html } = await qa.read('/sandbox/console/webhooks');
    expect(html).toContain('<dd>the partner answered 500</dd>');
    const eventId = /name="eventId" value="([^"]*)"/.exec(html)?.[1] ?? '';
    expect((await qa.submit('resend', { partnerKey: 'DEMO-SHOP', eventId })).html).toMatch(
      /<div class="flash bad" role="alert"> <p>It was sent, and not delivered: the partner answered 500\.</,
    );
    // It leads back to the list as it was restricted, above which it says what became of a webhook that is no longer listed.
    const waiting = await qa.read('/sandbox/console/webhooks?state=waiting&partner=DEMO-SHOP');
    const list = /name="list" value="([^"]*)"/.exec(waiting.html)?.[1]?.replaceAll('&#38;', '&') ?? '';
    status = 204;
    const sent = await qa.submit('resend', { partnerKey: 'DEMO-SHOP', eventId, list });
    expect(sent.location).toMatch(/^\/sandbox\/console\/webhooks\?partner=DEMO-SHOP&state=waiting&page=1#webhook-/);
    expect(sent.html).toContain('There are none.');
    expect(sent.message).toBe('It was sent: delivered.');
    const delivered = await qa.read('/sandbox/console/webhooks?state=delivered');
    expect(delivered.html).toMatch(/>delivered<.*<dt>Delivered<\/dt>/);
    // Each try, oldest first.
    const answers = [...delivered.html.matchAll(/<li class="(?:succeeded|failed)">\s*<strong>([^<]*)</g)].map(
      ([, answer]) => answer,
    );
    expect(answers).toEqual(['the partner answered 500', 'the partner answered 500', 'delivered']);
    expect(delivered.html).not.toContain('name="eventId"');
    expect((await qa.read(page)).html).toMatch(/Webhooks: 1</);
    expect((await qa.submit('resend', { partnerKey: 'DEMO-SHOP', eventId })).message).toBe(
      'Nothing was done: nothing is to be sent again.',
    );
    await shop.close();
  });

  test('show messages, all or those to one address', async () => {
    await payByFpx(backend);
    const count = async (query: string) =>
      (await qa.read(`/sandbox/console/messages${query}`)).html.split('<strong>receipt</strong>').length - 1;
    expect([await count(''), await count('?to=payer%40example.com'), await count('?to=%3Cb%3E')]).toEqual([1, 1, 0]);
  });
});

function describeEntry({ attempt, state }: { attempt: string | null; state: string }): string {
  return `${attempt === null ? 'The payment' : 'Attempt 1'}: ${state}`;
}
