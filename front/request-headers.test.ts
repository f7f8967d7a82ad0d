import { framedHeader } from '@/lib/domain/visit/framed-header';
import { isInternalHeader } from './request-headers';

test.each([
  'x-ebill-client-address',
  'X-Ebill-Anything',
  'x-forwarded-for',
  'X-Forwarded-Host',
  'forwarded',
  'x-real-ip',
  'content-security-policy',
  'Content-Security-Policy-Report-Only',
  'x-nonce',
  'x-middleware-subrequest',
  'x-middleware-rewrite',
  'x-nextjs-data',
  'x-invoke-path',
  'x-matched-path',
  'x-prerender-revalidate',
  'next-action',
  'next-resume',
  'x-original-url',
  'range',
])('%s is an internal header', (name) => {
  expect(isInternalHeader(name)).toBe(true);
});

test.each([
  ...['cookie', 'accept-language', 'origin', 'sec-fetch-site', 'sec-fetch-dest', 'content-type', 'purpose', 'rsc'],
  'user-agent',
  framedHeader,
])('%s is not an internal header', (name) => {
  expect(isInternalHeader(name)).toBe(false);
});
