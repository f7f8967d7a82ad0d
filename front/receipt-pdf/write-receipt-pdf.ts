import PDFDocument from 'pdfkit';
import { defaultAccentColour } from '@/lib/domain/accent-colour';
import { bundledLogo } from '@/lib/domain/bundled-logo';
import {
  listTermLines,
  writeDetail,
  type ReceiptDocument,
  type ReceiptRow,
  type ReceiptSection,
} from '@/lib/domain/receipt/receipt-document';
import { readAccentInk } from '@/lib/theme/theme';

/* Lengths are points, 1/72 inch, on A4: 595 by 842. */
const margin = 56;
const width = 595.28 - 2 * margin;
/** The least width of a row's term: it has what its value leaves. */
const leastTermWidth = 180;
const gap = 16;
/** The space between the lines of one text. */
const lineGap = 1.5;

interface Spacing {
  /** The margin above and below. */
  readonly edge: number;
  /** The space above and below a row's text. */
  readonly padding: number;
  /** The space above a title. */
  readonly aboveTitle: number;
}

/** A receipt that does not fit on one page is written with narrow spacing, with which one of five accounts does. */
const wide: Spacing = { edge: margin, padding: 5, aboveTitle: 18 };
const narrow: Spacing = { edge: 40, padding: 3, aboveTitle: 12 };

const fonts = { plain: 'Helvetica', bold: 'Helvetica-Bold' } as const;
const ink = '#16181d';
const soft = '#494f5c';
const line = '#b9bec9';
/** The site's accent colour of text on paper. */
const accent = readAccentInk(defaultAccentColour);
const logoHeight = 24;

type Pdf = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Pdf['struct']>;

interface TextStyle {
  readonly font?: keyof typeof fonts;
  readonly size?: number;
  readonly colour?: string;
  /** Space above. */
  readonly above?: number;
}

/** Writes a paragraph, tagged as `type`, at the left margin. */
function addText(pdf: Pdf, parent: Element, type: 'H1' | 'H2' | 'P', text: string, style: TextStyle = {}): void {
  const { font = 'plain', size = 10, colour = ink, above = 0 } = style;
  parent.add(
    pdf.struct(type, {}, () => {
      pdf.y += above;
      pdf.font(fonts[font]).fontSize(size).fillColor(colour).text(text, margin, pdf.y, { width });
    }),
  );
}

/** Draws a line that assistive technology ignores: a stronger one above a total. */
function addRule(pdf: Pdf, isTotal: boolean): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf
    .moveTo(margin, pdf.y)
    .lineTo(margin + width, pdf.y)
    .lineWidth(isTotal ? 1.5 : 0.5)
    .strokeColor(isTotal ? ink : line)
    .stroke();
  pdf.endMarkedContent();
}

/** Draws the bundled logo at the left margin. */
function drawLogo(pdf: Pdf): void {
  const { height, mark, letters, dots } = bundledLogo;
  pdf.save();
  pdf.translate(margin, pdf.y).scale(logoHeight / height);
  pdf.lineCap('round').lineJoin('round');
  for (const path of mark.paths) pdf.path(path).lineWidth(mark.width).stroke(accent);
  for (const path of letters.paths) pdf.path(path).lineWidth(letters.width).stroke(ink);
  for (const { x, y, radius } of dots) pdf.circle(x, y, radius).fill(accent);
  pdf.restore();
  pdf.y += logoHeight + 6;
}

/**
 * Writes the issuer below the logo, which assistive technology ignores, unless it is the issuer's name; the name of a partner is in place of the
 * logo.
 */
function addIssuer(pdf: Pdf, parent: Element, issuer: ReceiptDocument['issuer']): void {
  const { role, name, isLogo, lines, themeColour } = issuer;
  if (role !== null) addText(pdf, parent, 'P', role, { colour: soft });
  if (themeColour !== undefined) {
    addText(pdf, parent, 'P', name, { font: 'bold', size: 20, colour: readAccentInk(themeColour) });
  } else if (isLogo) {
    parent.add(pdf.struct('Figure', { alt: name }, () => drawLogo(pdf)));
  } else {
    pdf.markContent('Artifact', { type: 'Layout' });
    drawLogo(pdf);
    pdf.endMarkedContent();
    addText(pdf, parent, 'P', name, { font: 'bold', size: 12 });
  }
  for (const text of lines) addText(pdf, parent, 'P', text, { colour: soft });
}

/** Begins a page where the current one has no room for `height`. */
function ensureRoom(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= pdf.page.maxY()) return false;
  pdf.addPage();
  return true;
}

const belowTitle = 6;

function describeTerm(row: ReceiptRow): string {
  return listTermLines(row).join('\n');
}

function describeDetail({ detail }: ReceiptRow): string {
  return detail ? writeDetail(detail) : '';
}

/** Sets the font of a row's term or value. */
function setRowFont(pdf: Pdf, { isTotal, detail }: ReceiptRow, part: 'term' | 'value'): Pdf {
  const isBold = isTotal || part === 'value';
  return pdf
    .font(fonts[isBold ? 'bold' : 'plain'])
    .fontSize(rowFontSize({ isTotal }))
    .fillColor(isBold || detail ? ink : soft);
}

function rowFontSize({ isTotal }: Pick<ReceiptRow, 'isTotal'>): number {
  return isTotal ? 12 : 10;
}

function setDetailFont(pdf: Pdf, { detail }: ReceiptRow): Pdf {
  const isStatus = detail?.isStatus ?? false;
  return pdf
    .font(fonts[isStatus ? 'bold' : 'plain'])
    .fontSize(10)
    .fillColor(isStatus ? ink : soft);
}

/** Returns the widths of a row's term and value, which are beside each other. */
function widthsOf(pdf: Pdf, row: ReceiptRow): { readonly term: number; readonly value: number } {
  // A text that is exactly as wide as its column could break.
  const needed = Math.ceil(setRowFont(pdf, row, 'value').widthOfString(row.value)) + 1;
  const term = Math.max(leastTermWidth, width - gap - needed);
  return { term, value: width - gap - term };
}

/** Measures a row's term and value. */
function measureLine(pdf: Pdf, row: ReceiptRow): number {
  const widths = widthsOf(pdf, row);
  const termHeight = setRowFont(pdf, row, 'term').heightOfString(describeTerm(row), { width: widths.term, lineGap });
  const valueHeight = setRowFont(pdf, row, 'value').heightOfString(row.value, { width: widths.value, lineGap });
  return Math.max(termHeight, valueHeight) - lineGap;
}

function measureRow(pdf: Pdf, row: ReceiptRow, { padding }: Spacing): number {
  const detail = describeDetail(row);
  const detailHeight = detail === '' ? 0 : setDetailFont(pdf, row).heightOfString(detail, { width }) + lineGap;
  return measureLine(pdf, row) + detailHeight + 2 * padding;
}

function addRow(pdf: Pdf, table: Element, row: ReceiptRow, height: number, { padding }: Spacing): void {
  addRule(pdf, row.isTotal ?? false);
  // The standard fonts have their descenders and the space between lines below a line of text, and nothing above it.
  const top = pdf.y + padding + 0.2 * rowFontSize(row);
  const detail = describeDetail(row);
  const detailTop = top + measureLine(pdf, row) + lineGap;
  const widths = widthsOf(pdf, row);
  const ruleTop = pdf.y;
  const element = pdf.struct('TR');
  table.add(element);
  element.add(
    pdf.struct('TH', {}, () => {
      setRowFont(pdf, row, 'term').text(describeTerm(row), margin, top, { width: widths.term, lineGap });
    }),
  );
  element.add(
    pdf.struct('TD', {}, () => {
      setRowFont(pdf, row, 'value').text(row.value, margin + widths.term + gap, top, {
        width: widths.value,
        align: 'right',
        lineGap,
      });
      if (detail !== '') setDetailFont(pdf, row).text(detail, margin, detailTop, { width });
    }),
  );
  element.end();
  pdf.y = ruleTop + height;
}

/** Sets the font of a section's title. */
function setTitleFont(pdf: Pdf): Pdf {
  return pdf.font(fonts.bold).fontSize(12).fillColor(ink);
}

/**
 * Writes rows of a term and a value as a table whose terms are row headers. A row is never split between pages, nor a total from the row above
 * it. A further page begins with `continued`, which assistive technology ignores: the table has its title already.
 */
function addRows(
  pdf: Pdf,
  parent: Element,
  rows: readonly ReceiptRow[],
  continued: string | null,
  spacing: Spacing,
): void {
  const table = pdf.struct('Table');
  parent.add(table);
  const heights = rows.map((row) => measureRow(pdf, row, spacing));
  for (const [index, row] of rows.entries()) {
    const height = heights[index] ?? 0;
    const totalHeight = rows[index + 1]?.isTotal ? (heights[index + 1] ?? 0) : 0;
    if (ensureRoom(pdf, height + totalHeight) && continued !== null) {
      pdf.markContent('Artifact', { type: 'Layout' });
      setTitleFont(pdf).text(continued, margin, pdf.y, { width });
      pdf.endMarkedContent();
      pdf.y += belowTitle;
    }
    addRow(pdf, table, row, height, spacing);
  }
  table.end();
}

/** Writes a title and rows; the title is on the page of its first row, or of all rows and what is below them where `heightBelow` is given. */
function addSection(
  pdf: Pdf,
  parent: Element,
  { title, continued, rows }: ReceiptSection,
  spacing: Spacing,
  heightBelow?: number,
): void {
  if (rows.length === 0) return;
  const titleHeight = spacing.aboveTitle + setTitleFont(pdf).heightOfString(title, { width }) + belowTitle;
  const kept = heightBelow === undefined ? rows.slice(0, 1) : rows;
  const height = kept.reduce((sum, row) => sum + measureRow(pdf, row, spacing), titleHeight + (heightBelow ?? 0));
  const isAtTop = ensureRoom(pdf, height);
  addText(pdf, parent, 'H2', title, { font: 'bold', size: 12, above: isAtTop ? 0 : spacing.aboveTitle });
  pdf.y += belowTitle;
  addRows(pdf, parent, rows, continued, spacing);
}

const noteStyle = { size: 9, colour: soft };
const aboveNote = 2;

/** Measures the notes with the space above them. A point more than their height: a note that ends at the margin could begin another page. */
function measureNotes(pdf: Pdf, notes: readonly string[], { aboveTitle }: Spacing): number {
  pdf.font(fonts.plain).fontSize(noteStyle.size);
  return notes.reduce((sum, note) => sum + pdf.heightOfString(note, { width }) + aboveNote, aboveTitle - aboveNote + 1);
}

/** Writes the notes at the end of the last page, whatever is above them. */
function addNotes(pdf: Pdf, parent: Element, notes: readonly string[], spacing: Spacing): void {
  pdf.y = Math.max(pdf.y, pdf.page.maxY() - measureNotes(pdf, notes, spacing));
  for (const [index, note] of notes.entries())
    addText(pdf, parent, 'P', note, { ...noteStyle, above: index === 0 ? spacing.aboveTitle : aboveNote });
}

/** Writes at the end of each page, where there are several, which receipt it is and its number. Assistive technology has both from the reader. */
function addPageFooters(pdf: Pdf, { reference, page }: ReceiptDocument['pageFooter']): void {
  const { count } = pdf.bufferedPageRange();
  if (count === 1) return;
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    const number = page.replace('{page}', String(index + 1)).replace('{pages}', String(count));
    const top = pdf.page.maxY() + 12;
    // Text below the margin would begin another page.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf.font(fonts.plain).fontSize(8).fillColor(soft);
    pdf.text(reference, margin, top, { width, lineBreak: false });
    pdf.text(number, margin, top, { width, align: 'right' });
    pdf.endMarkedContent();
  }
}

/** Writes a receipt with a spacing, and counts its pages. */
async function layOut(
  document: ReceiptDocument,
  spacing: Spacing,
): Promise<{ readonly file: Uint8Array; readonly pages: number }> {
  const { amount, details, issuer, items, language, notes, pageFooter, rows, status, title } = document;
  const { edge, aboveTitle } = spacing;
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: edge, bottom: edge, left: margin, right: margin },
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    // Page footers need the number of pages.
    bufferPages: true,
    lang: language,
    info: { Title: `${title}: ${document.product}`, Author: issuer.name, Creator: 'ebill' },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  addIssuer(pdf, root, issuer);
  addText(pdf, root, 'H1', title, { font: 'bold', size: 20, above: aboveTitle });
  addText(pdf, root, 'P', amount.term, { colour: soft, above: 12 });
  addText(pdf, root, 'P', amount.value, { font: 'bold', size: 24, above: 4 });
  addText(pdf, root, 'P', status.title, { font: 'bold', size: 12, above: 6 });
  addText(pdf, root, 'P', status.sentences.join(' '), { above: 2 });
  pdf.y += aboveTitle - 4;
  addRows(pdf, root, rows, null, spacing);
  if (items !== null) addSection(pdf, root, items, spacing);
  // On one page with the notes, so that no page has notes only.
  addSection(pdf, root, details, spacing, measureNotes(pdf, notes, spacing));
  addNotes(pdf, root, notes, spacing);
  root.end();
  addPageFooters(pdf, pageFooter);
  const { count: pages } = pdf.bufferedPageRange();
  pdf.end();
  await ended;
  return { file: new Uint8Array(Buffer.concat(chunks)), pages };
}

/**
 * Writes a receipt as a PDF: A4, tagged, with title and language (PDF 1.7, ISO 32000-1, section 14.8), its text in the standard fonts. `document` has
 * only letters that these have (`toPdfDocument`).
 */
export async function writeReceiptPdf(document: ReceiptDocument): Promise<Uint8Array> {
  const { file, pages } = await layOut(document, wide);
  return pages === 1 ? file : (await layOut(document, narrow)).file;
}
