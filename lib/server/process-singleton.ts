import 'server-only';
import type { SiteConfiguration } from '@/lib/configuration/site';
import type { AutoDebitTexts } from '@/lib/domain/auto-debit';
import type { Logger } from '@/lib/telemetry/log/json-log';
import type { CachedResponses } from './backend/cached-responses';
import type { CachedConfig } from './backend/common-config';
import type { HeardVersion } from './backend/contract-version';
import type { Limiters } from './security/rate-limits';
import type { SealingKeys } from './session/sealed-token';
import type { PartnerTheme } from './backend/theme';

/** What lives as long as the process: caches and keys, nothing that another process would miss. */
interface ProcessState {
  environment: SiteConfiguration;
  config: CachedConfig;
  contractVersion: HeardVersion;
  themes: CachedResponses<PartnerTheme>;
  partnerTexts: CachedResponses<AutoDebitTexts>;
  limiters: Promise<Limiters>;
  sealingKeys: SealingKeys;
  log: Logger;
}

declare global {
  var ebillProcess: Partial<ProcessState> | undefined;
}

/**
 * Gives a part of the process's state, made when it is first asked for. It stands on `globalThis` because Next bundles the
 * middleware, pages and route handlers apart: a module's own variable would exist once in each.
 */
export function keepInProcess<Part extends keyof ProcessState>(
  part: Part,
  make: () => ProcessState[Part],
): ProcessState[Part] {
  globalThis.ebillProcess ??= {};
  const state: Partial<ProcessState> = globalThis.ebillProcess;
  const kept: ProcessState[Part] | undefined = state[part];
  if (kept !== undefined) return kept;
  const made = make();
  state[part] = made;
  return made;
}
