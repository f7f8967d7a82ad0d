import 'server-only';
import type { SiteConfiguration } from '@/lib/configuration/site';
import type { AutoDebitTexts } from '@/lib/domain/auto-debit';
import type { Logger } from '@/lib/telemetry/log/json-log';
import type { CachedResponses } from './backend/cached-responses';
import type { CachedConfig } from './backend/common-config';
import type { BackendVersion } from './backend/contract-version';
import type { Limiters } from './security/rate-limits';
import type { SealingKeys } from './session/sealed-token';
import type { PartnerTheme } from './backend/theme';

/** What lives as long as the process: caches and keys, nothing that another process would miss. */
interface ProcessSingletons {
  environment: SiteConfiguration;
  config: CachedConfig;
  contractVersion: BackendVersion;
  themes: CachedResponses<PartnerTheme>;
  partnerTexts: CachedResponses<AutoDebitTexts>;
  limiters: Promise<Limiters>;
  sealingKeys: SealingKeys;
  log: Logger;
}

declare global {
  var ebillProcess: Partial<ProcessSingletons> | undefined;
}

/**
 * Gives a part of the process's state, made when it is first asked for. It stands on `globalThis` because Next bundles the
 * middleware, pages and route handlers apart: a module's own variable would exist once in each.
 */
export function processSingleton<Part extends keyof ProcessSingletons>(
  part: Part,
  make: () => ProcessSingletons[Part],
): ProcessSingletons[Part] {
  globalThis.ebillProcess ??= {};
  const state: Partial<ProcessSingletons> = globalThis.ebillProcess;
  const kept: ProcessSingletons[Part] | undefined = state[part];
  if (kept !== undefined) return kept;
  const made = make();
  state[part] = made;
  return made;
}
