import 'server-only';
import type { ResponseOf } from '@/lib/contract/call';
import { configGet, versionGet } from '@/lib/contract/common-config';
import { toCommonConfig } from '@/lib/contract/mapping';
import type { CommonConfig } from '@/lib/domain/common-config';
import { failure, success, type Result } from '@/lib/domain/result';
import { callBackend, type BackendFault } from './backend-client';
import { hearVersion } from './contract-version';
import { keepInProcess } from '../process-singleton';

/** Milliseconds after which the config is asked for again while pages still take the one at hand. */
const freshFor = 2_000;
/** Milliseconds after which a page waits for the new one. A change is seen within 5 s (docs/sandbox.md). */
const usableFor = 4_000;
/** Milliseconds that a page waits at most for a newer config, and for the first one of all. */
const longestWait = 2_500;
const longestFirstWait = 1_500;
/** Milliseconds between two calls when they fail. */
const pauseAfterFault = 500;

type ConfigAnswer = ResponseOf<typeof configGet>;

interface KnownConfig {
  readonly answer: ConfigAnswer;
  readonly config: CommonConfig;
}

export interface CachedConfig {
  known: (KnownConfig & { readonly askedAt: number }) | null;
  fault: BackendFault | null;
  failedAt: number;
  underWay: Promise<void> | null;
}

const neverAnswered: BackendFault = { kind: 'fault', call: configGet.name, reason: 'timeout' };

/**
 * Gives the common config for pages. An answer is kept for seconds and renewed beside the requests; when the backend fails, the last
 * one known is used. A failure means that none was ever had: the whole site then shows that it is loading.
 */
export async function loadCommonConfig(): Promise<Result<CommonConfig, BackendFault>> {
  const known = await loadKnownConfig();
  return known.ok ? success(known.value.config) : known;
}

/** Gives the same config as the backend wrote it, for the site's own `GET /apg/util/config`. */
export async function loadConfigAnswer(): Promise<Result<ConfigAnswer, BackendFault>> {
  const known = await loadKnownConfig();
  return known.ok ? success(known.value.answer) : known;
}

async function loadKnownConfig(): Promise<Result<KnownConfig, BackendFault>> {
  const cached = keepInProcess('config', () => ({ known: null, fault: null, failedAt: -Infinity, underWay: null }));
  const age = cached.known === null ? Infinity : performance.now() - cached.known.askedAt;
  if (age >= freshFor) {
    const renewal = renewConfig(cached);
    if (age >= usableFor) await waitAtMost(renewal, cached.known === null ? longestFirstWait : longestWait);
  }
  return cached.known === null ? failure(cached.fault ?? neverAnswered) : success(cached.known);
}

/** Starts the call unless one is under way or has just failed. */
function renewConfig(cached: CachedConfig): Promise<void> {
  if (cached.underWay !== null) return cached.underWay;
  if (performance.now() - cached.failedAt < pauseAfterFault) return Promise.resolve();
  cached.underWay = askForConfig(cached).finally(() => {
    cached.underWay = null;
  });
  return cached.underWay;
}

async function askForConfig(cached: CachedConfig): Promise<void> {
  const askedAt = performance.now();
  const answer = await callBackend(configGet, {});
  if (answer.ok) {
    cached.known = { answer: answer.value, config: toCommonConfig(answer.value), askedAt };
    cached.fault = null;
    hearVersion(answer.value.contractVersion);
  } else {
    cached.fault = answer.error;
    cached.failedAt = performance.now();
    if (answer.error.kind === 'fault' && answer.error.reason === 'contract') await askForVersion();
  }
}

/** A config that cannot be read may be that of a backend which speaks another version: whoever looks is then told so. */
async function askForVersion(): Promise<void> {
  const answer = await callBackend(versionGet, {});
  if (answer.ok) hearVersion(answer.value.contractVersion);
}

async function waitAtMost(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, timeIsUp]);
  clearTimeout(timer);
}
