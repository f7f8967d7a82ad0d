import { framedHeader } from '@/lib/domain/visit/framed-header';
import { isFramedVisit } from './framed-visit';

const framed = { [framedHeader]: '1' };

test.each([
  ['a document in a frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }],
  ['a form in a frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }],
  ['a fetch of a page in a frame', { ...framed, 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }],
  ['the same from a browser without fetch metadata', framed],
])('%s is framed', (_what, headers: Record<string, string>) => {
  expect(isFramedVisit(new Headers(headers))).toBe(true);
});

test.each([
  ['a document', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }],
  ['a fetch', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }],
  ['a document that has the header', { ...framed, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }],
  ['a fetch of another site', { ...framed, 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' }],
  ['a fetch of a sibling domain', { ...framed, 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-site' }],
  ['another value', { [framedHeader]: 'true' }],
])('row 22: %s is not framed', (_what, headers: Record<string, string>) => {
  expect(isFramedVisit(new Headers(headers))).toBe(false);
});
