import 'server-only';
import { themeGet } from '@/lib/contract/partners';
import { failure, success, type Result } from '@/lib/domain/result';
import { callBackend, type BackendError } from './backend-client';
import { readCached, type CachedResponses } from './cached-responses';
import { processSingleton } from '../process-singleton';

/** A partner's theme and the origins that may frame its pages, as the backend returns them; lib/theme parses colour and logo. */
export interface PartnerTheme {
  readonly partnerKey: string;
  readonly partnerName: string;
  readonly colour: string;
  readonly logoUrl: string;
  /** Origins, unchecked. */
  readonly frameAncestors: readonly string[];
}

declare module '../process-singleton' {
  interface ProcessSingletons {
    themes: CachedResponses<PartnerTheme>;
  }
}

export interface ThemeReference {
  readonly refid?: string;
  readonly paymentId?: string;
  readonly partnerKey?: string;
}

/** Returns the theme of a partner, by its key or by one of its payments: an older one while the backend fails. */
export function loadTheme(reference: ThemeReference): Promise<Result<PartnerTheme, BackendError>> {
  const key = JSON.stringify([reference.refid, reference.paymentId, reference.partnerKey]);
  return readCached(
    processSingleton('themes', () => new Map()),
    key,
    () => readTheme(reference),
  );
}

async function readTheme(reference: ThemeReference): Promise<Result<PartnerTheme, BackendError>> {
  const response = await callBackend(themeGet, reference);
  if (!response.ok) return failure(response.error);
  const { partnerKey, partnerName, ThemeColor, LogoURL, frameAncestors } = response.value;
  return success({ partnerKey, partnerName, colour: ThemeColor, logoUrl: LogoURL, frameAncestors });
}
