import { bodyLimit, validateRequest, listAllowedHosts, targetLimit, type RequestHead } from './request-validation';
import { parameterLimit } from './request-query';

const own = listAllowedHosts('https://pay.example.com', 3000);
const get: RequestHead = {
  method: 'GET',
  target: '/pay/ebill?x=1',
  hosts: ['pay.example.com'],
  contentLength: undefined,
  transferEncoding: undefined,
};
const post: RequestHead = { ...get, method: 'POST', target: '/api/bill' };

test.each<[string, RequestHead]>([
  ['a GET', get],
  ['a HEAD', { ...get, method: 'HEAD' }],
  ['a POST', { ...post, contentLength: String(bodyLimit) }],
  ['a POST in chunks', { ...post, transferEncoding: 'chunked' }],
  ['the host in capitals', { ...get, hosts: ['PAY.example.com'] }],
  ['the host with its own port', { ...get, hosts: ['pay.example.com:443'] }],
  ['a readiness check at the loopback host', { ...get, target: '/api/health/ready', hosts: ['127.0.0.1:3000'] }],
  ['a health check at the loopback host', { ...get, target: '/api/health', hosts: ['127.0.0.1:3000'] }],
  ['a GET with Content-Length: 0', { ...get, contentLength: '0' }],
  ['a target at the limit', { ...get, target: `/${'a'.repeat(targetLimit - 1)}` }],
  ['as many parameters as the limit', { ...get, target: `/?${Array(parameterLimit).fill('a').join('&')}` }],
  ['a name of ours that begins alike', { ...get, target: '/?nxt=1&nxtp=1&x=nxtPrefid' }],
])('accepts %s', (_case, head) => {
  expect(validateRequest(head, own)).toBeUndefined();
});

test.each<[string, RequestHead, number]>([
  ['PUT', { ...get, method: 'PUT' }, 405],
  ['DELETE', { ...get, method: 'DELETE' }, 405],
  ['TRACE', { ...get, method: 'TRACE' }, 405],
  ['OPTIONS', { ...get, method: 'OPTIONS' }, 405],
  ['a long target', { ...get, target: `/${'a'.repeat(targetLimit)}` }, 414],
  ['an absolute-form target', { ...get, target: 'http://evil.example/' }, 400],
  ['an absolute-form target with the own host', { ...get, target: 'https://pay.example.com/' }, 400],
  ['an asterisk', { ...get, target: '*' }, 400],
  ['a foreign host', { ...get, hosts: ['evil.example'] }, 421],
  ['a foreign port', { ...get, hosts: ['pay.example.com:8080'] }, 421],
  ['two hosts', { ...get, hosts: ['pay.example.com', 'evil.example'] }, 421],
  ['no host', { ...get, hosts: [] }, 421],
  ['the loopback host on a page', { ...get, hosts: ['127.0.0.1:3000'] }, 421],
  ['the loopback host below the health check', { ...get, target: '/api/health/x', hosts: ['127.0.0.1:3000'] }, 421],
  ['a body on a GET', { ...get, contentLength: '5' }, 400],
  ['chunks on a GET', { ...get, transferEncoding: 'chunked' }, 400],
  ['a body over the limit', { ...post, contentLength: String(bodyLimit + 1) }, 413],
])('rejects %s', (_case, head, status) => {
  expect(validateRequest(head, own)?.status).toBe(status);
});

// Next 16's middleware takes quadratic time in the number of parameters: 3,900 of them, 500 ms of CPU.
test('row 49: an address with thousands of parameters is refused', () => {
  const target = `/?${'a&'.repeat(3_900)}`;
  expect(target.length).toBeLessThan(targetLimit);
  expect(validateRequest({ ...get, target }, own)?.status).toBe(414);
  expect(validateRequest({ ...get, target: `/?${'a&'.repeat(parameterLimit)}a` }, own)?.status).toBe(414);
});

// Next's `normalizeNextQueryParam`: its middleware reads `nxtPrefid` and `nxtIrefid` as `refid`, its pages do not.
test.each(['nxtPrefid=x', 'nxtIrefid=x', '%6extPrefid=x', 'nxt%50refid', 'nxtPpaymentId=x#'])(
  'row 24: the parameter %s, which middleware and page read differently, is refused',
  (parameter) => {
    for (const target of [`/pay/direct/ebill?${parameter}`, `/epayment/entry?refid=y&${parameter}`]) {
      expect(validateRequest({ ...get, target }, own)?.status).toBe(400);
    }
  },
);

test('lists the allowed methods', () => {
  expect(validateRequest({ ...get, method: 'PUT' }, own)?.headers).toEqual({ allow: 'GET, HEAD, POST' });
});

test('row 28: a public origin with its own port has no other spelling', () => {
  expect(listAllowedHosts('http://localhost:3000', 3000)).toMatchObject({
    publicHost: 'localhost:3000',
    publicHostWithPort: 'localhost:3000',
  });
});
