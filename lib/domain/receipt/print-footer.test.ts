import { writePrintFooter } from './print-footer';

test('prints which receipt it is, and the number of each sheet', () => {
  expect(writePrintFooter({ reference: 'Resit rasmi · ID abc', page: '第 {page} 页，共 {pages} 页' })).toBe(
    '@page{font-size:.75rem;color:#333;@bottom-left{content:"Resit rasmi · ID abc"}' +
      '@bottom-right{content:"第 " counter(page) " 页，共 " counter(pages) " 页"}}',
  );
});

test('no text ends the string or its element', () => {
  const rule = writePrintFooter({ reference: '"}\\ </style>\n', page: '{page}' });
  expect(rule).toContain(String.raw`content:"\22 }\5c  \3c /style>\a "`);
  expect(rule).toContain('content:"" counter(page) ""');
});
