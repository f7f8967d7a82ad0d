import 'server-only';
import type { ResponseOf } from '@/lib/contract/call';
import { configGet, versionGet } from '@/lib/contract/common-config';
import { toCommonConfig } from '@/lib/contract/mapping';
import type { CommonConfig } from '@/lib/domain/common-config';
import { failure, success, type Result } from '@/lib/domain/result';
import { callBackend, type BackendError } from './backend-client';
import { recordBackendVersion } from './contract-version';
import { processSingleton } from '../process-singleton';

/** Milliseconds after which the config is refreshed while pages still use the cached one. */
const refreshAfter = 2_000;
/** Milliseconds after which a page waits for the new one. A change takes effect within 5 s (docs/sandbox.md). */
const staleAfter = 4_000;
/** The maximum wait of a page for a newer config, and for the first one, in milliseconds. */
const maxWait = 2_500;
const maxFirstWait = 1_500;
/** Milliseconds between two calls when they fail. */
const retryDelay = 500;

type ConfigResponse = ResponseOf<typeof configGet>;

interface ReceivedConfig {
  readonly response: ConfigResponse;
  readonly config: CommonConfig;
}

export interface CachedConfig {
  current: (ReceivedConfig & { readonly askedAt: number }) | null;
  fault: BackendError | null;
  failedAt: number;
  inFlight: Promise<void> | null;
}

declare module '../process-singleton' {
  interface ProcessSingletons {
    config: CachedConfig;
  }
}

const noResponse: BackendError = {
  kind: 'fault',
  call: configGet.name,
  reason: 'timeout',
  message: `timeout of ${maxFirstWait}ms exceeded`,
};

/**
 * Returns the common config for pages. A response is cached for seconds and refreshed in the background; when the backend fails, the last
 * one is used. A failure means that there has never been one: the whole site then shows the loading page.
 */
export async function loadCommonConfig(): Promise<Result<CommonConfig, BackendError>> {
  const known = await loadReceivedConfig();
  return known.ok ? success(known.value.config) : known;
}

/** Returns the config as the backend sent it, for the site's own `GET /apg/util/config`. */
export async function loadConfigResponse(): Promise<Result<ConfigResponse, BackendError>> {
  const known = await loadReceivedConfig();
  return known.ok ? success(known.value.response) : known;
}

async function loadReceivedConfig(): Promise<Result<ReceivedConfig, BackendError>> {
  const cached = processSingleton('config', () => ({
    current: null,
    fault: null,
    failedAt: -Infinity,
    inFlight: null,
  }));
  const age = cached.current === null ? Infinity : performance.now() - cached.current.askedAt;
  if (age >= refreshAfter) {
    const renewal = refreshConfig(cached);
    if (age >= staleAfter) await waitAtMost(renewal, cached.current === null ? maxFirstWait : maxWait);
  }
  return cached.current === null ? failure(cached.fault ?? noResponse) : success(cached.current);
}

/** Starts the call unless one is in flight or has just failed. */
function refreshConfig(cached: CachedConfig): Promise<void> {
  if (cached.inFlight !== null) return cached.inFlight;
  if (performance.now() - cached.failedAt < retryDelay) return Promise.resolve();
  cached.inFlight = fetchConfig(cached).finally(() => {
    cached.inFlight = null;
  });
  return cached.inFlight;
}

async function fetchConfig(cached: CachedConfig): Promise<void> {
  const askedAt = performance.now();
  const response = await callBackend(configGet, {});
  if (response.ok) {
    cached.current = { response: response.value, config: toCommonConfig(response.value), askedAt };
    cached.fault = null;
    recordBackendVersion(response.value.contractVersion);
  } else {
    cached.fault = response.error;
    cached.failedAt = performance.now();
    if (response.error.kind === 'fault' && response.error.reason === 'contract') await fetchVersion();
  }
}

/** A config that cannot be parsed may come from a backend with another contract version: fetch only the version. */
async function fetchVersion(): Promise<void> {
  const response = await callBackend(versionGet, {});
  if (response.ok) recordBackendVersion(response.value.contractVersion);
}

async function waitAtMost(promise: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, timeIsUp]);
  clearTimeout(timer);
}
