import { readPolicyReports } from './policy-report';

const page = 'https://pay.example/epayment/entry?refid=secretreference';

test('a report in the form of report-uri', () => {
  const report = {
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js?card=4111',
    'document-uri': page,
  };
  expect(readPolicyReports({ 'csp-report': report })).toEqual([
    { directive: 'script-src-elem', blocked: 'https://evil.example', path: '/epayment/entry' },
  ]);
});

test('what is long is cut', () => {
  const long = `https://${'a.'.repeat(120)}example/${'p'.repeat(200)}`;
  const [read] = readPolicyReports({ 'csp-report': { 'blocked-uri': long, 'document-uri': long } });
  expect([read?.blocked.length, read?.path.length]).toEqual([200, 100]);
});

test('an older browser names only the violated directive', () => {
  const report = { 'violated-directive': "script-src 'self'", 'blocked-uri': 'inline', 'document-uri': page };
  expect(readPolicyReports({ 'csp-report': report })).toEqual([
    { directive: 'script-src', blocked: 'inline', path: '/epayment/entry' },
  ]);
});

test('reports in the form of the Reporting API, others left out, twenty at most', () => {
  const body = { effectiveDirective: 'connect-src', blockedURL: 'https://evil.example/collect', documentURL: page };
  const violation = { type: 'csp-violation', body };
  const read = readPolicyReports([...Array.from({ length: 30 }, () => violation), { type: 'deprecation', body: {} }]);
  expect(readPolicyReports([{ type: 'deprecation', body: {} }])).toEqual([]);
  expect(read).toHaveLength(20);
  expect(read[0]).toEqual({ directive: 'connect-src', blocked: 'https://evil.example', path: '/epayment/entry' });
});

test('row 49: of thousands of entries the first hundred are read', () => {
  const violation = { type: 'csp-violation', body: { effectiveDirective: 'img-src' } };
  const read = readPolicyReports([...Array.from({ length: 100 }, () => violation), ...Array(8_000).fill(0)]);
  expect(read).toHaveLength(20);
});

test.each([[null], ['text'], [{}], [[]], [{ 'csp-report': 'x' }], [[{ type: 'csp-violation' }]]])(
  '%j is no report',
  (body) => {
    expect(readPolicyReports(body)).toEqual([]);
  },
);

test('forged content of a report is reduced to a keyword', () => {
  const report = {
    'effective-directive': 'x\n{"level":"fatal"}',
    'blocked-uri': '4111 1111 1111 1111',
    'document-uri': 'no address',
  };
  expect(readPolicyReports({ 'csp-report': report })).toEqual([{ directive: 'unknown', blocked: 'unknown', path: '' }]);
});

test.each(['4111-1111-1111-1111', '4111%201111%201111%201111', `${'a/'.repeat(44)}4111111111111111`])(
  'row 39: a card number in the path of a page is not kept: %s',
  (part) => {
    const report = { 'blocked-uri': 'inline', 'document-uri': `https://pay.example/${part}` };
    const [read] = readPolicyReports({ 'csp-report': report });
    expect(read?.path).toBe('[card number]');
  },
);
