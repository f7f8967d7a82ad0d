import { escapeHtml } from './escape-html';

test.each([
  ['Ali & Co', 'Ali &#38; Co'],
  ['<b>"a" \'b\'</b>', '&#60;b&#62;&#34;a&#34; &#39;b&#39;&#60;/b&#62;'],
  ['nothing to hide', 'nothing to hide'],
])('%s is escaped as %s', (text, html) => {
  expect(escapeHtml(text)).toBe(html);
});
