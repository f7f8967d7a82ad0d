import PDFDocument from 'pdfkit';
import { bundledLogo } from '@/lib/domain/bundled-logo';
import type { ReceiptDocument, ReceiptRow } from '@/lib/domain/receipt/receipt-document';

/* Lengths are points, 1/72 inch, on A4: 595 by 842. */
const margin = 56;
const width = 595.28 - 2 * margin;
const termWidth = 180;
const gap = 16;
const padding = 5;

const fonts = { plain: 'Helvetica', bold: 'Helvetica-Bold' } as const;
const ink = '#16181d';
const soft = '#494f5c';
const line = '#b9bec9';
/** The accent colour of text on paper, as `--accent-ink` of app/globals.css. */
const accent = '#9c0055';
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

/** Draws a line that assistive technology ignores. */
function addRule(pdf: Pdf): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf
    .moveTo(margin, pdf.y)
    .lineTo(margin + width, pdf.y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke();
  pdf.endMarkedContent();
}

/** Draws the bundled logo at the left margin, which assistive technology ignores: the issuer's name is below it. */
function addLogo(pdf: Pdf): void {
  const { height, mark, letters, dots } = bundledLogo;
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.save();
  pdf.translate(margin, pdf.y).scale(logoHeight / height);
  pdf.lineCap('round').lineJoin('round');
  for (const path of mark.paths) pdf.path(path).lineWidth(mark.width).stroke(accent);
  for (const path of letters.paths) pdf.path(path).lineWidth(letters.width).stroke(ink);
  for (const { x, y, radius } of dots) pdf.circle(x, y, radius).fill(accent);
  pdf.restore();
  pdf.endMarkedContent();
  pdf.y += logoHeight + 6;
}

const valueWidth = width - termWidth - gap;

/** Writes rows of a term and a value as a table whose terms are row headers. A row is never split between pages. */
function addRows(pdf: Pdf, parent: Element, rows: readonly ReceiptRow[]): void {
  const table = pdf.struct('Table');
  parent.add(table);
  for (const { term, value } of rows) {
    pdf.fontSize(10);
    const termHeight = pdf.font(fonts.plain).heightOfString(term, { width: termWidth });
    const valueHeight = pdf.font(fonts.bold).heightOfString(value, { width: valueWidth });
    const height = Math.max(termHeight, valueHeight) + 2 * padding;
    if (pdf.y + height > pdf.page.height - margin) pdf.addPage();
    addRule(pdf);
    const top = pdf.y + padding;
    const row = pdf.struct('TR');
    table.add(row);
    row.add(
      pdf.struct('TH', {}, () => {
        pdf.font(fonts.plain).fontSize(10).fillColor(soft).text(term, margin, top, { width: termWidth });
      }),
    );
    row.add(
      pdf.struct('TD', {}, () => {
        pdf
          .font(fonts.bold)
          .fontSize(10)
          .fillColor(ink)
          .text(value, margin + termWidth + gap, top, { width: valueWidth });
      }),
    );
    row.end();
    pdf.y = top - padding + height;
  }
  table.end();
}

/**
 * Writes a receipt as a PDF: A4, tagged, with title and language (PDF 1.7, ISO 32000-1, section 14.8), its text in the standard fonts. `document` has
 * only letters that these have (`toPdfDocument`).
 */
export async function writeReceiptPdf(document: ReceiptDocument): Promise<Uint8Array> {
  const { amount, details, issuer, items, language, notes, rows, status, title } = document;
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
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
  addLogo(pdf);
  addText(pdf, root, 'P', issuer.name, { font: 'bold', size: 12 });
  for (const text of issuer.lines) addText(pdf, root, 'P', text, { colour: soft });
  addText(pdf, root, 'H1', title, { font: 'bold', size: 20, above: 18 });
  addText(pdf, root, 'P', amount.term, { colour: soft, above: 12 });
  addText(pdf, root, 'P', amount.value, { font: 'bold', size: 24 });
  addText(pdf, root, 'P', status.title, { font: 'bold', size: 12, above: 6 });
  addText(pdf, root, 'P', status.sentences.join(' '), { above: 2 });
  pdf.y += 14;
  addRows(pdf, root, rows);
  for (const section of [items, details]) {
    if (section === null || section.rows.length === 0) continue;
    addText(pdf, root, 'H2', section.title, { font: 'bold', size: 12, above: 18 });
    pdf.y += 6;
    addRows(pdf, root, section.rows);
  }
  for (const [index, note] of notes.entries()) {
    addText(pdf, root, 'P', note, { size: 9, colour: soft, above: index === 0 ? 18 : 2 });
  }
  root.end();
  pdf.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}
