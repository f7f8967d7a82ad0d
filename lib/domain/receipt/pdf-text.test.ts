import { toPdfDocument } from './pdf-text';
import type { ReceiptDocument } from './receipt-document';

const document: ReceiptDocument = {
  language: 'ms',
  title: 'Resit rasmi',
  product: 'Bil TV satelit',
  issuer: { role: null, name: 'Syarikat Contoh Sdn. Bhd.', isLogo: false, lines: ['Kuala\u00a0Lumpur'] },
  status: { title: 'Pembayaran Berjaya', sentences: ['Dikreditkan ke akaun ••••••7801.'] },
  amount: { term: 'Jumlah', value: 'RM138.78' },
  rows: [{ name: 'paid-at', term: 'Tarikh', value: '9.11\u202fmalam' }],
  items: null,
  details: { title: 'Maklumat', continued: 'Maklumat (sambungan)', rows: [] },
  notes: ['Biller’s note – “quoted”'],
  pageFooter: { reference: 'Resit rasmi · ID\u00a0pembayaran abc', page: 'Halaman {page} daripada {pages}' },
};

test('letters of English and Malay, bullets and quotation marks are in the standard fonts; other spaces become plain ones', () => {
  const written = toPdfDocument(document);
  expect(written?.issuer.lines).toEqual(['Kuala Lumpur']);
  expect(written?.rows[0]?.value).toBe('9.11 malam');
  expect(written?.notes).toEqual(document.notes);
  expect(written?.pageFooter.reference).toBe('Resit rasmi · ID pembayaran abc');
});

test.each([
  ['Chinese', '卫星电视账单'],
  ['Tamil', 'ரசீது'],
  ['a line break', 'one\ntwo'],
])('%s is not', (_what, value) => {
  expect(toPdfDocument({ ...document, rows: [{ name: 'company-name', term: 'Syarikat', value }] })).toBeNull();
});

test('what belongs to a row is written like the row', () => {
  const account = { name: 'account-1', term: '1234567801', value: 'RM1.00' };
  const write = (value: string) => {
    const rows = [{ ...account, detail: { name: 'account-1-receipt-number', term: 'Nombor resit', value } }];
    return toPdfDocument({ ...document, items: { title: 'Akaun', continued: 'Akaun (sambungan)', rows } });
  };
  expect(write('R\u00a01')?.items?.rows[0]?.detail?.value).toBe('R 1');
  expect(write('收据')).toBeNull();
});

test('the name of a holder with other letters is left out: the account has its number', () => {
  const rows = [
    { name: 'account-number', term: 'Nombor akaun', value: '1234567801' },
    { name: 'account-name', term: 'Nama akaun', value: '李***' },
  ];
  const accounts = ['A*** B***', '李***'].map((accountName) => ({
    ...{ name: 'account-1', term: '1234567801', accountName, value: 'RM1.00' },
  }));
  const items = { title: 'Akaun', continued: 'Akaun (sambungan)', rows: accounts };
  const written = toPdfDocument({ ...document, rows, items });
  expect(written?.rows.map(({ name }) => name)).toEqual(['account-number']);
  expect(written?.items?.rows.map(({ accountName }) => accountName)).toEqual(['A*** B***', null]);
});
