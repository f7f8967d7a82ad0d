import { defaultAccentColour } from '@/lib/domain/accent-colour';
import type { CustomerService } from '@/lib/domain/customer-service';
import type { Locale } from '@/lib/domain/locales';
import { awaitsReceiptNumber, type Receipt } from '@/lib/domain/receipt/receipt';
import {
  writeReceiptDocument,
  type ReceiptDocument,
  type TranslateReceipt,
} from '@/lib/domain/receipt/receipt-document';
import { readAccentInk } from '@/lib/theme/theme';
import { catalogues } from '@/messages/catalogues';
import type { MailParts } from '../db/tables';
import { formatMessage } from '../format-message';
import {
  soft,
  writeButton,
  writeHeading,
  writeMailHtml,
  writeNote,
  writeParagraph,
  writeSection,
  writeTable,
} from './mail-html';
import { listRows, writeMailText } from './mail-text';

/** Returns the message with a dotted key. Throws if there is none: a bug. */
function findMessage(language: Locale, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>(
      (node, part) => (typeof node === 'object' && node !== null ? new Map(Object.entries(node)).get(part) : undefined),
      catalogues[language],
    );
  if (typeof found !== 'string') throw new Error(`no message ${key}`);
  return found;
}

/** Returns the translator of receipts into a language. */
export function receiptTranslator(language: Locale): TranslateReceipt {
  return (key, values) => formatMessage(findMessage(language, key), language, values);
}

/** What the e-mail has besides the receipt: what the receipt has later, the link to it, and why it was sent. */
interface MailTexts {
  /** Null: the receipt is complete. */
  readonly follows: string | null;
  readonly open: string;
  readonly url: string;
  readonly footer: string;
}

function writeHtml(document: ReceiptDocument, { follows, open, url, footer }: MailTexts): string {
  const { amount, details, issuer, items, language, notes, rows, status, title } = document;
  const isPartner = issuer.themeColour !== undefined;
  const accent = readAccentInk(issuer.themeColour ?? defaultAccentColour);
  const brand = isPartner ? issuer.name : catalogues[language].layout.siteName;
  return writeMailHtml({ language, title, brand, accent, footer }, [
    issuer.role === null ? '' : writeParagraph(issuer.role, `margin:0;font-size:14px;${soft}`),
    issuer.isLogo || (isPartner && issuer.role === null) ? '' : writeParagraph(issuer.name, 'margin:0;font-weight:600'),
    ...issuer.lines.map((line) => writeParagraph(line, `margin:0;font-size:14px;${soft}`)),
    writeHeading(title),
    writeParagraph(amount.term, `margin:0;${soft}`),
    writeParagraph(amount.value, 'margin:0 0 8px;font-size:32px;line-height:1.25;font-weight:700'),
    writeParagraph(status.title, 'margin:0 0 8px;font-weight:600;color:#085a33'),
    writeParagraph(status.sentences.join(' '), 'margin:0 0 16px'),
    follows === null ? '' : writeParagraph(follows, 'margin:0'),
    writeButton(open, url, accent, follows === null ? 0 : 16),
    writeTable(rows),
    writeSection(items),
    writeSection(details),
    ...notes.map(writeNote),
  ]);
}

function writeText(document: ReceiptDocument, { follows, open, url, footer }: MailTexts): string {
  const { amount, details, issuer, items, notes, rows, status, title } = document;
  const paragraphs = [
    [title, issuer.role === null ? issuer.name : `${issuer.role}: ${issuer.name}`, ...issuer.lines],
    [status.title, status.sentences.join(' ')],
    [`${amount.term}: ${amount.value}`, ...listRows(rows)],
    items === null ? [] : [items.title, ...listRows(items.rows)],
    [...(follows === null ? [] : [follows]), `${open}: ${url}`],
    [details.title, ...listRows(details.rows)],
    [...notes, footer],
  ];
  return writeMailText(paragraphs);
}

/** Writes a receipt as the plain text and the HTML of an e-mail. `url` opens the receipt's page. */
export function writeReceipt(
  receipt: Receipt,
  language: Locale,
  url: string,
  customerService: CustomerService,
): { readonly text: string; readonly mail: Required<Pick<MailParts, 'subject' | 'html'>> } {
  const words = catalogues[language].receipt;
  const document = writeReceiptDocument(receipt, language, receiptTranslator(language), customerService);
  const later = receipt.accounts.length > 0 ? words.numbersFollow : words.numberFollows;
  const texts = {
    follows: awaitsReceiptNumber(receipt) ? formatMessage(later, language, { biller: document.issuer.name }) : null,
    open: formatMessage(words.open, language),
    url,
    footer: formatMessage(words.footer, language),
  };
  return {
    text: writeText(document, texts),
    mail: {
      subject: formatMessage(words.subject, language, { amount: document.amount.value, product: document.product }),
      html: writeHtml(document, texts),
    },
  };
}
