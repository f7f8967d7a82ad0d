/** @jest-environment node */
import { inflateSync } from 'node:zlib';
import type { ReceiptDocument } from '@/lib/domain/receipt/receipt-document';
import { writeReceiptPdf } from './write-receipt-pdf';

const document: ReceiptDocument = {
  language: 'ms',
  title: 'Resit rasmi',
  product: 'Bil TV satelit',
  issuer: { role: null, name: 'Example TV Sdn. Bhd.', isLogo: false, lines: ['1 Jalan Contoh, 50000 Kuala Lumpur'] },
  status: { title: 'Pembayaran Berjaya', sentences: ['Dikreditkan ke akaun ••••••7801.'] },
  amount: { term: 'Jumlah', value: 'RM138.78' },
  rows: [
    { name: 'receipt-number', term: 'Nombor resit', value: 'R00000001' },
    { name: 'product', term: 'Bayaran untuk', value: 'Bil TV satelit' },
  ],
  items: {
    title: 'Butiran',
    continued: 'Butiran (sambungan)',
    rows: [{ name: 'item-1', term: 'Dekoder', value: 'RM129.00' }],
  },
  details: {
    title: 'Maklumat lanjut',
    continued: 'Maklumat lanjut (sambungan)',
    rows: [{ name: 'bank-reference', term: 'No. rujukan bank', value: '2611' }],
  },
  notes: ['Resit ini dijana oleh komputer.'],
  pageFooter: { reference: 'Resit rasmi · ID pembayaran abc', page: 'Halaman {page} daripada {pages}' },
};

/** Decodes WinAnsiEncoding (ISO 32000-1, annex D.2), as far as this test has its characters: Latin-1 and the bullet. */
const decodeWinAnsi = (hex: string) => Buffer.from(hex, 'hex').toString('latin1').replaceAll('\u0095', '•');

/** Returns the contents of the pages of a PDF, which are compressed (RFC 1950); metadata are not. */
function readContents(pdf: Uint8Array): readonly string[] {
  const file = Buffer.from(pdf);
  return [...file.toString('latin1').matchAll(/(?<!end)stream\n/g)].flatMap(({ index, 0: keyword }) => {
    const begin = index + keyword.length;
    const body = file.subarray(begin, file.indexOf('\nendstream', begin));
    return body[0] === 0x78 ? [inflateSync(body).toString('latin1')] : [];
  });
}

/** Reads the texts that the pages of a PDF show, in the order in which they are written (ISO 32000-1, section 9.4.3). */
function readTexts(pdf: Uint8Array): string {
  return readContents(pdf).flatMap(readShown).join('\n');
}

function readShown(content: string): readonly string[] {
  return [...content.matchAll(/\[(.*?)\] TJ/g)].map(([, array = '']) =>
    [...array.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => decodeWinAnsi(hex)).join(''),
  );
}

test('shows the whole receipt as text, in its order', async () => {
  const texts = readTexts(await writeReceiptPdf(document));
  expect(texts.split('\n')).toEqual([
    'Example TV Sdn. Bhd.',
    '1 Jalan Contoh, 50000 Kuala Lumpur',
    'Resit rasmi',
    ...['Jumlah', 'RM138.78', 'Pembayaran Berjaya', 'Dikreditkan ke akaun ••••••7801.'],
    ...['Nombor resit', 'R00000001', 'Bayaran untuk', 'Bil TV satelit'],
    ...['Butiran', 'Dekoder', 'RM129.00', 'Maklumat lanjut', 'No. rujukan bank', '2611'],
    'Resit ini dijana oleh komputer.',
  ]);
});

test('is tagged, and has a title and a language, which a reader shows and speaks', async () => {
  const file = Buffer.from(await writeReceiptPdf(document)).toString('latin1');
  expect(file.startsWith('%PDF-1.7')).toBe(true);
  expect(file).toMatch(/\/MarkInfo <<\s*\/Type \/MarkInfo\s*\/Marked true|\/Marked true/);
  expect(file).toMatch(/\/Lang \(ms\)/);
  expect(file).toMatch(/\/DisplayDocTitle true/);
  expect(file).toContain('Resit rasmi: Bil TV satelit');
  for (const type of ['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']) expect(file).toContain(`/S /${type}`);
});

test('continues on a second page where one is too short', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({ name: `${index}`, term: `Item ${index}`, value: 'RM1.00' }));
  const pdf = await writeReceiptPdf({ ...document, rows });
  const pages = Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b(?!s)/g);
  expect(pages?.length).toBeGreaterThan(1);
  expect(readTexts(pdf)).toContain('Item 59');
});

/** A receipt of so many accounts, and the texts of its pages. */
async function readPages(
  count: number,
  { accountName = null, ...changes }: Partial<ReceiptDocument> & { readonly accountName?: string | null } = {},
): Promise<readonly (readonly string[])[]> {
  const accounts = Array.from({ length: count }, (_, index) => {
    const name = `account-${index + 1}`;
    const detail = { name: `${name}-receipt-number`, term: 'Nombor resit', value: `R${index + 1}` };
    return { name, term: `Akaun ${index + 1}`, accountName, value: 'RM1.00', detail };
  });
  const total = { name: 'total', term: 'Jumlah keseluruhan', value: 'RM99.00', isTotal: true };
  const items = { title: 'Akaun', continued: 'Akaun (sambungan)', rows: [...accounts, total] };
  const pdf = await writeReceiptPdf({ ...document, items, ...changes });
  return readContents(pdf).map((content) => readShown(content));
}

test('an issuer whose name is the word of the logo is named by the logo only', async () => {
  const pdf = await writeReceiptPdf({ ...document, issuer: { role: null, name: 'ebill', isLogo: true, lines: [] } });
  expect(readTexts(pdf).split('\n')[0]).toBe('Resit rasmi');
  const file = Buffer.from(pdf).toString('latin1');
  expect(file).toContain('/S /Figure');
  expect(file).toContain('/Alt (ebill)');
});

test('a partner that issues the receipt is named in its colour in place of the logo', async () => {
  const issuer = { role: 'Dijual oleh', name: 'Kedai Contoh', isLogo: false, lines: [], themeColour: '#0000ff' };
  const pdf = await writeReceiptPdf({ ...document, issuer });
  const [content = ''] = readContents(pdf);
  expect(readTexts(pdf).split('\n').slice(0, 3)).toEqual(['Dijual oleh', 'Kedai Contoh', 'Resit rasmi']);
  // No curve of the logo; the colour of what is filled, as text is.
  expect(content).not.toMatch(/ c$/m);
  expect(content).toMatch(/^0 0 1 scn$/m);
});

/** Returns how far from the left and from the bottom edge each text of a page begins, in points. */
function readPlaces(content: string): ReadonlyMap<string, readonly [left: number, bottom: number]> {
  const shown = content.matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) Tm\n[^\n]* Tf\n(\[.*?\] TJ)/g);
  return new Map(
    [...shown].map(([, left, bottom, text = '']) => [readShown(text).join(''), [Number(left), Number(bottom)]]),
  );
}

/** Returns how far from the left edge each text of a page begins, in points. */
function readPositions(content: string): ReadonlyMap<string, number> {
  return new Map([...readPlaces(content)].map(([text, [left]]) => [text, left]));
}

test('amounts end at the right margin, and a receipt number begins below its account', async () => {
  const rows = [
    { name: 'item-1', term: 'A', value: 'RM1.00', detail: { name: 'number', term: 'Nombor resit', value: 'R1' } },
    { name: 'item-2', term: 'B', value: 'RM1,000.00' },
  ];
  const [content = ''] = readContents(await writeReceiptPdf({ ...document, rows }));
  const positions = readPositions(content);
  expect(positions.get('Nombor resit: R1')).toBe(positions.get('A'));
  expect(positions.get('RM1.00')).toBeGreaterThan(positions.get('RM1,000.00') ?? Infinity);
  expect(positions.get('RM1,000.00')).toBeGreaterThan(400);
});

test('the status of an account stands out from a receipt number', async () => {
  const detail = { name: 'status', term: 'Status', value: 'Belum dikreditkan' };
  const write = (isStatus: boolean) =>
    writeReceiptPdf({
      ...document,
      rows: [{ name: 'a', term: 'A', value: 'RM1.00', detail: { ...detail, isStatus } }],
    });
  const findFont = (content = '') =>
    [...content.matchAll(/\/(F\d+) [^\n]* Tf\n(\[.*?\] TJ)/g)].find(
      ([, , text = '']) => readShown(text).join('') === 'Status: Belum dikreditkan',
    )?.[1];
  const fontOf = async (isStatus: boolean) => findFont(readContents(await write(isStatus))[0]);
  expect(await fontOf(true)).toBeDefined();
  expect(await fontOf(true)).not.toBe(await fontOf(false));
});

test('the name of a holder begins below its account number', async () => {
  const rows = [{ name: 'account-1', term: '1234567801', accountName: 'A*** B***', value: 'RM1.00' }];
  const [content = ''] = readContents(await writeReceiptPdf({ ...document, rows }));
  const [left, bottom = 0] = readPlaces(content).get('A*** B***') ?? [];
  const [numberLeft, numberBottom] = readPlaces(content).get('1234567801') ?? [];
  expect(left).toBe(numberLeft);
  expect(bottom).toBeLessThan(numberBottom ?? 0);
});

test.each([
  { count: 1, margin: 56 },
  { count: 40, margin: 40 },
])('with $count rows the notes are at the end of the last page', async ({ count, margin }) => {
  const rows = Array.from({ length: count }, (_, index) => ({
    name: `${index}`,
    term: `Item ${index}`,
    value: 'RM1.00',
  }));
  const last = readContents(await writeReceiptPdf({ ...document, rows })).at(-1) ?? '';
  const [, bottom = 0] = readPlaces(last).get('Resit ini dijana oleh komputer.') ?? [];
  expect(bottom).toBeGreaterThan(margin);
  expect(bottom).toBeLessThan(margin + 8);
});

test('each account has its receipt number after its amount, and a stronger line is above the total', async () => {
  const [texts = []] = await readPages(3);
  const begin = texts.indexOf('Akaun');
  expect(texts.slice(begin + 1, begin + 12)).toEqual([
    ...['Akaun 1', 'RM1.00', 'Nombor resit: R1', 'Akaun 2', 'RM1.00', 'Nombor resit: R2'],
    ...['Akaun 3', 'RM1.00', 'Nombor resit: R3', 'Jumlah keseluruhan', 'RM99.00'],
  ]);
});

test('pages say which receipt they belong to and their number, where there are several', async () => {
  const [only, ...none] = await readPages(3);
  expect(none).toEqual([]);
  expect(only).not.toContain(document.pageFooter.reference);
  const pages = await readPages(40);
  expect(pages.map((texts) => texts.slice(-2))).toEqual(
    pages.map((_, index) => [document.pageFooter.reference, `Halaman ${index + 1} daripada ${pages.length}`]),
  );
  expect(pages.length).toBe(3);
});

/** What is on a long receipt: each account's holder, six rows, five details, and a line of each note. */
const facts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `${index}`, term: `Butir ${index}`, value: 'Nilai' }));
const long = {
  accountName: 'A*** B***',
  rows: facts(6),
  details: { ...document.details, rows: facts(5) },
  notes: ['Semua waktu ialah waktu Malaysia.', 'Resit ini dijana oleh komputer.', 'Khidmat pelanggan: 03-1234 5678'],
};

test.each([2, 3, 4, 5])('a receipt of %s accounts is one page', async (count) => {
  expect(await readPages(count, long)).toHaveLength(1);
});

test.each(Array.from({ length: 15 }, (_, index) => index + 6))(
  'with %s accounts the notes are on one page with all details',
  async (count) => {
    const last = (await readPages(count, long)).at(-1) ?? [];
    expect(last).toEqual(expect.arrayContaining(['Maklumat lanjut', 'Butir 0', 'Butir 4', ...long.notes]));
  },
);

test.each(Array.from({ length: 30 }, (_, index) => index + 6))(
  'with %s accounts no page begins with a receipt number or a total or ends with a title',
  async (count) => {
    const pages = (await readPages(count)).map((texts) => texts.slice(0, -2));
    for (const texts of pages.slice(1)) {
      const [first, second] = texts;
      if (first === 'Akaun (sambungan)') expect(second).toMatch(/^Akaun \d+$/);
      else expect(first).toMatch(/^(Akaun|Maklumat lanjut)$/);
    }
    for (const texts of pages.slice(0, -1)) expect(texts.at(-1)).not.toMatch(/^(Akaun|Maklumat lanjut)/);
  },
);

test('draws the logo above the issuer once, as an artifact: its seven strokes and two dots', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({ name: `${index}`, term: `Item ${index}`, value: 'RM1.00' }));
  const [first = '', ...further] = readContents(await writeReceiptPdf({ ...document, rows }));
  const begin = first.indexOf('/Artifact');
  const logo = first.slice(begin, first.indexOf('EMC', begin));
  expect(first.indexOf('BT')).toBeGreaterThan(begin + logo.length);
  // Operators of ISO 32000-1, table 59: curves are painted by stroke or fill.
  expect(logo.match(/ c$/gm)?.length).toBeGreaterThan(9);
  expect(logo.match(/^S$/gm)).toHaveLength(7);
  expect(logo.match(/^f$/gm)).toHaveLength(2);
  expect(further.join('\n')).not.toMatch(/ c$/m);
});
