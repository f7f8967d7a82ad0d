import 'server-only';
import { toAutoDebitTexts } from '@/lib/contract/mapping';
import { partnerGet } from '@/lib/contract/partners';
import type { Locale } from '@/lib/domain/locales';
import type { AutoDebitTexts } from '@/lib/domain/auto-debit';
import { failure, success, type Result } from '@/lib/domain/result';
import { callBackend, type BackendError } from './backend-client';
import { readCached, type CachedResponses } from './cached-responses';
import { readEnvironment } from '../environment';
import { processSingleton } from '../process-singleton';

declare module '../process-singleton' {
  interface ProcessSingletons {
    autoDebitTexts: CachedResponses<AutoDebitTexts>;
  }
}

/** Milliseconds that a page waits for these optional texts. */
export const optionalTextsTimeoutMs = 3_000;

/** Returns a partner's texts of the auto-debit offer in a language, from the cache; stale ones if the backend fails. */
export function loadAutoDebitTexts(
  partnerKey: string,
  language: Locale,
): Promise<Result<AutoDebitTexts, BackendError>> {
  return readCached(
    processSingleton('autoDebitTexts', () => new Map()),
    JSON.stringify([partnerKey, language]),
    () => fetchAutoDebitTexts(partnerKey, language),
  );
}

async function fetchAutoDebitTexts(
  partnerKey: string,
  language: Locale,
): Promise<Result<AutoDebitTexts, BackendError>> {
  const connection = { backendUrl: readEnvironment().backendUrl, timeLimit: optionalTextsTimeoutMs };
  const response = await callBackend(partnerGet, { partnerKey, language }, {}, connection);
  return response.ok ? success(toAutoDebitTexts(response.value)) : failure(response.error);
}
