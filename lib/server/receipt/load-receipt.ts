import 'server-only';
import { getLocale, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { toReceipt, type LinkedReceipt } from '@/lib/contract/mapping';
import { receiptGet } from '@/lib/contract/receipt';
import { parseLocale, type Locale } from '@/lib/domain/locales';
import { toPdfDocument } from '@/lib/domain/receipt/pdf-text';
import type { Receipt } from '@/lib/domain/receipt/receipt';
import { writeReceiptDocument, type ReceiptDocument } from '@/lib/domain/receipt/receipt-document';
import { failure, success, type Result } from '@/lib/domain/result';
import { readEnvironment } from '../environment';
import { callBackend, type BackendError } from '../backend/backend-client';
import { loadTheme } from '../backend/theme';
import { readRequestId } from '../visit/visit-headers';

/** Why a link opens no receipt; an error of the backend's call says nothing about the link. */
export type ReceiptLinkError = 'unknown' | 'expired' | BackendError;

/** Returns the receipt that a link opens. Loaded once per request. */
export const loadReceipt = cache(async (token: string): Promise<Result<LinkedReceipt, ReceiptLinkError>> => {
  const response = await callBackend(receiptGet, { token }, { requestId: await readRequestId() });
  if (response.ok) return success(toReceipt(response.value));
  const { error } = response;
  if (error.kind === 'problem' && error.code === 'unknown-receipt') return failure('unknown');
  if (error.kind === 'problem' && error.code === 'receipt-link-expired') return failure('expired');
  return failure(error);
});

/** Writes a receipt in a language, with how to reach customer service. */
async function writeIn(receipt: Receipt, locale: Locale): Promise<ReceiptDocument> {
  const t = await getTranslations({ locale });
  const { customerService } = readEnvironment();
  return writeReceiptDocument(receipt, locale, (key, values) => t(key, values), customerService);
}

/** Writes a receipt in the language of this request. */
export async function writeReceiptPage(receipt: Receipt): Promise<ReceiptDocument> {
  return writeIn(receipt, parseLocale(await getLocale()));
}

/** The languages whose letters the fonts of the PDF have. */
const pdfLocales: readonly Locale[] = ['en', 'ms'];

/**
 * Writes a receipt for a PDF, with the colour of the partner that has issued it, in the language of this request, else in English; null if it has
 * letters that the PDF cannot show.
 */
export async function writePdfDocument({ receipt, partnerKey }: LinkedReceipt): Promise<ReceiptDocument | null> {
  const theme = partnerKey === null ? null : await loadTheme({ partnerKey });
  const issuer = theme?.ok ? { ...receipt.issuer, themeColour: theme.value.colour } : receipt.issuer;
  const locale = parseLocale(await getLocale());
  return toPdfDocument(await writeIn({ ...receipt, issuer }, pdfLocales.includes(locale) ? locale : 'en'));
}
