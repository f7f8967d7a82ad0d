import 'server-only';
import { toAutoDebitTexts } from '@/lib/contract/mapping';
import { partnerGet } from '@/lib/contract/partners';
import type { Locale } from '@/lib/domain/locales';
import type { AutoDebitTexts } from '@/lib/domain/auto-debit';
import { failure, success, type Result } from '@/lib/domain/result';
import { callBackend, type BackendFault } from './backend-client';
import { readCached, type CachedResponses } from './cached-responses';
import { readEnvironment } from '../environment';
import { processSingleton } from '../process-singleton';

declare module '../process-singleton' {
  interface ProcessSingletons {
    partnerTexts: CachedResponses<AutoDebitTexts>;
  }
}

/** Milliseconds that a page waits for texts which it can do without. */
export const optionalTextsTimeLimit = 3_000;

/** Returns a partner's own texts of the auto-debit offer in a language: older ones while the backend fails. */
export function loadPartnerTexts(partnerKey: string, language: Locale): Promise<Result<AutoDebitTexts, BackendFault>> {
  return readCached(
    processSingleton('partnerTexts', () => new Map()),
    JSON.stringify([partnerKey, language]),
    () => readPartnerTexts(partnerKey, language),
  );
}

async function readPartnerTexts(partnerKey: string, language: Locale): Promise<Result<AutoDebitTexts, BackendFault>> {
  const connection = { backendUrl: readEnvironment().backendUrl, timeLimit: optionalTextsTimeLimit };
  const response = await callBackend(partnerGet, { partnerKey, language }, {}, connection);
  return response.ok ? success(toAutoDebitTexts(response.value)) : failure(response.error);
}
