import 'server-only';
import { themeGet } from '@/lib/contract/partners';
import { failure, success, type Result } from '@/lib/domain/result';
import { callBackend, type BackendFault } from './backend-client';
import { keepInProcess } from './process-state';

/** How a partner's pages look and who may frame them, as the backend states it: a page reads colour and logo by lib/theme. */
export interface PartnerTheme {
  readonly partnerKey: string;
  readonly partnerName: string;
  readonly colour: string;
  readonly logoUrl: string;
  /** Origins, unchecked. */
  readonly frameAncestors: readonly string[];
}

export interface ThemeReference {
  readonly refid?: string;
  readonly paymentId?: string;
  readonly partnerKey?: string;
}

/** Milliseconds that a theme is kept, and how many: partners change theirs seldom, payments come and go. */
const keptFor = 30_000;
const keptAtMost = 2_000;

type LoadedTheme = Result<PartnerTheme, BackendFault>;
/** Answers, never promises of them: a promise keeps all of the request that made it. */
export type CachedThemes = Map<string, { readonly askedAt: number; readonly theme: LoadedTheme }>;

/** The backend, or the way to it, is not well: it says nothing of the theme. */
const isPassing = (error: BackendFault) => error.kind === 'fault' || error.status >= 500;

/** Gives the theme of a partner, by its key or by one of its payments: an older one while the backend is not well, which is not kept. */
export async function loadTheme(reference: ThemeReference): Promise<LoadedTheme> {
  const cache = keepInProcess('themes', () => new Map());
  const key = JSON.stringify([reference.refid, reference.paymentId, reference.partnerKey]);
  const kept = cache.get(key);
  const askedAt = performance.now();
  if (kept !== undefined && askedAt - kept.askedAt < keptFor) return kept.theme;

  const theme = await askForTheme(reference);
  if (!theme.ok && isPassing(theme.error)) return kept?.theme.ok ? kept.theme : theme;
  cache.delete(key);
  cache.set(key, { askedAt, theme });
  const [oldest] = cache.keys();
  if (cache.size > keptAtMost && oldest !== undefined) cache.delete(oldest);
  return theme;
}

async function askForTheme(reference: ThemeReference): Promise<LoadedTheme> {
  const answer = await callBackend(themeGet, reference);
  if (!answer.ok) return failure(answer.error);
  const { partnerKey, partnerName, ThemeColor, LogoURL, frameAncestors } = answer.value;
  return success({ partnerKey, partnerName, colour: ThemeColor, logoUrl: LogoURL, frameAncestors });
}
