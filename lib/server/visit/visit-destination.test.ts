import { resultRoutes } from '@/lib/domain/payment/outcomes';
import { chooseDestination, type VisitRequest } from './visit-destination';

const ask = (visit: Partial<VisitRequest>) =>
  chooseDestination({ method: 'GET', path: '/', queryNames: [], wantsJson: false, site: 'open', ...visit });

test('serves the requested path', () => {
  expect(ask({ path: '/pay/ebill' })).toEqual({ kind: 'as-asked' });
  expect(ask({ method: 'POST', path: '/api/bill/pay' })).toEqual({ kind: 'as-asked' });
});

test('/home is the home page', () => {
  expect(ask({ path: '/home' })).toEqual({ kind: 'redirect', path: '/', status: 308 });
});

describe.each(resultRoutes)('a return to %s', (path) => {
  const taken = { kind: 'rewrite', path: '/api/payment/return', unavailable: null };

  test.each(['open', 'closed', 'loading'] as const)('is accepted while the site is %s', (site) => {
    expect(ask({ method: 'POST', path, site })).toEqual(taken);
    expect(ask({ path, queryNames: ['TxnStatus', 'HashValue2'], site })).toEqual(taken);
  });

  test('is not a return when the query has only the refid', () => {
    expect(ask({ path, queryNames: ['refid'] })).toEqual({ kind: 'as-asked' });
    expect(ask({ path, queryNames: ['refid', 'from', 'approval'] })).toEqual({ kind: 'as-asked' });
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

test('a callback of the account-linking service is accepted only by GET and with a state', () => {
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

test.each(['/', '/pay/ebill', '/apg/help', '/nope'])(
  'shows the maintenance page at %s while the site is closed',
  (path) => {
    const closed = { kind: 'rewrite', path: '/state/maintenance', unavailable: { retryAfter: 120 } };
    expect(ask({ path, site: 'closed' })).toEqual(closed);
  },
);

test('shows the loading page while there is no config', () => {
  expect(ask({ site: 'loading' })).toEqual({ kind: 'rewrite', path: '/state/loading', unavailable: { retryAfter: 5 } });
});

test('a closed site returns the maintenance page to a form and JSON to a script', () => {
  const form = { method: 'POST', path: '/api/bill/pay', site: 'closed' } as const;
  expect(ask(form)).toMatchObject({ kind: 'rewrite', path: '/state/maintenance' });
  expect(ask({ ...form, wantsJson: true })).toMatchObject({ kind: 'unavailable-json' });
  expect(ask({ ...form, site: 'loading' })).toEqual({ kind: 'redirect', path: '/', status: 303 });
});

test.each(['/apg/util/config', '/api/apg/util/config', '/api/health', '/api/health/ready', '/favicon.ico'])(
  '%s is always served',
  (path) => {
    expect(ask({ path, site: 'closed' })).toEqual({ kind: 'as-asked' });
    expect(ask({ path, site: 'loading' })).toEqual({ kind: 'as-asked' });
  },
);

test.each(['/state/maintenance', '/state/loading', '/_global-error'])('%s is not a public page', (path) => {
  expect(ask({ path })).toMatchObject({ kind: 'rewrite', path: '/state/missing', unavailable: null });
});
