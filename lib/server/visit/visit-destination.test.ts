import { resultRoutes } from '@/lib/domain/payment/outcomes';
import { chooseDestination, type VisitRequest } from './visit-destination';

const ask = (visit: Partial<VisitRequest>) =>
  chooseDestination({ method: 'GET', path: '/', queryNames: [], wantsJson: false, site: 'open', ...visit });

test('an open site gives what is asked for', () => {
  expect(ask({ path: '/pay/ebill' })).toEqual({ kind: 'as-asked' });
  expect(ask({ method: 'POST', path: '/api/bill/pay' })).toEqual({ kind: 'as-asked' });
});

test('/home is the home page', () => {
  expect(ask({ path: '/home' })).toEqual({ kind: 'redirect', path: '/', status: 308 });
});

describe.each(resultRoutes)('a return to %s', (path) => {
  const taken = { kind: 'rewrite', path: '/api/payment/return', unavailable: null };

  test.each(['open', 'closed', 'loading'] as const)('is taken in while the site is %s', (site) => {
    expect(ask({ method: 'POST', path, site })).toEqual(taken);
    expect(ask({ path, queryNames: ['TxnStatus', 'HashValue2'], site })).toEqual(taken);
  });

  test('is no visit by our own reference', () => {
    expect(ask({ path, queryNames: ['refid'] })).toEqual({ kind: 'as-asked' });
    expect(ask({ path })).toEqual({ kind: 'as-asked' });
  });
});

test.each([
  ['POST', '/'],
  ['POST', '/pay/ebill'],
  ['POST', '/bankResultFPX/more'],
  ['PUT', '/api/bill/pay'],
  ['DELETE', '/'],
  ['TRACE', '/'],
  ['OPTIONS', '/bankResultFPX'],
])('%s %s is not allowed', (method, path) => {
  expect(ask({ method, path })).toEqual({ kind: 'method-not-allowed' });
});

test('what the account-linking service sends back is taken in, by a GET and with its state alone', () => {
  const path = '/ulm/autodebit/register';
  const taken = { kind: 'rewrite', path: '/api/auto-debit/link', unavailable: null };
  expect(ask({ path, queryNames: ['code', 'state'] })).toEqual(taken);
  expect(ask({ path, queryNames: ['error', 'state', 'iss'] })).toEqual(taken);
  expect(ask({ path, queryNames: ['code'] })).toEqual({ kind: 'as-asked' });
  expect(ask({ path, queryNames: ['refid'] })).toEqual({ kind: 'as-asked' });
  expect(ask({ method: 'POST', path, queryNames: ['code', 'state'] })).toEqual({ kind: 'method-not-allowed' });
});

test.each(['/epayment/other', '/view/other', '/ulm/other', '/otp/other', '/state/loading'])(
  'there is no page at %s',
  (path) => {
    expect(ask({ path })).toEqual({ kind: 'rewrite', path: '/state/missing', unavailable: null });
  },
);

test.each(['/view/dcb', '/view/dcb/more', '/view/dcb-tac'])('%s is pay by mobile', (path) => {
  expect(ask({ path })).toEqual({ kind: 'as-asked' });
});

test.each(['/', '/pay/ebill', '/apg/help', '/nope'])('a closed site says so at %s', (path) => {
  const closed = { kind: 'rewrite', path: '/state/maintenance', unavailable: { retryAfter: 120 } };
  expect(ask({ path, site: 'closed' })).toEqual(closed);
});

test('a site without a config is loading', () => {
  expect(ask({ site: 'loading' })).toEqual({ kind: 'rewrite', path: '/state/loading', unavailable: { retryAfter: 5 } });
});

test('a form sent to a closed site gets the page, a script gets data', () => {
  const form = { method: 'POST', path: '/api/bill/pay', site: 'closed' } as const;
  expect(ask(form)).toMatchObject({ kind: 'rewrite', path: '/state/maintenance' });
  expect(ask({ ...form, wantsJson: true })).toMatchObject({ kind: 'unavailable-json' });
  expect(ask({ ...form, site: 'loading' })).toEqual({ kind: 'redirect', path: '/', status: 303 });
});

test.each(['/apg/util/config', '/api/apg/util/config', '/api/health', '/api/health/ready', '/favicon.ico'])(
  '%s answers always',
  (path) => {
    expect(ask({ path, site: 'closed' })).toEqual({ kind: 'as-asked' });
    expect(ask({ path, site: 'loading' })).toEqual({ kind: 'as-asked' });
  },
);

test.each(['/state/maintenance', '/state/loading', '/_global-error'])('%s is no page of its own', (path) => {
  expect(ask({ path })).toMatchObject({ kind: 'rewrite', path: '/state/missing', unavailable: null });
});
