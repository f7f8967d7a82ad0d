import { Gauge, Histogram, type Registry } from 'prom-client';
import { onBackendCall } from './backend-calls';
import { onContractVersion } from './contract-versions';
import { createRegistry, durationBuckets } from './registry';
import type { FindRoutePattern } from './route-patterns';

export interface SiteMetrics {
  readonly registry: Registry;
  /** Counts a response. `path` has no query; `seconds` is from the request's headers to the end of the response. */
  countRequest(request: {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** Creates the site's metrics. Labels are route patterns, calls, outcomes and statuses: low cardinality and no personal data. */
export function createSiteMetrics(findPattern: FindRoutePattern, isDraining: () => boolean): SiteMetrics {
  const registry = createRegistry();
  const requests = new Histogram({
    name: 'ebill_site_request_seconds',
    help: 'Requests that the site has answered, by route pattern, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  });
  const calls = new Histogram({
    name: 'ebill_site_backend_call_seconds',
    help: 'Calls to the payment backend, by name and outcome, including retries',
    labelNames: ['call', 'outcome'],
    buckets: durationBuckets,
    registers: [registry],
  });
  new Gauge({
    name: 'ebill_site_leaving',
    help: '1 while the process is draining',
    registers: [registry],
    collect() {
      this.set(isDraining() ? 1 : 0);
    },
  });
  const versions = new Gauge({
    name: 'ebill_site_contract_version',
    help: 'Contract version of the site, and of the backend that responded last',
    labelNames: ['side'],
    registers: [registry],
  });
  onContractVersion(({ ours, theirs }) => {
    versions.set({ side: 'site' }, ours);
    versions.set({ side: 'backend' }, theirs);
  });
  onBackendCall(({ call, outcome, seconds }) => calls.observe({ call, outcome }, seconds));
  return {
    registry,
    countRequest({ method, path, status, seconds }) {
      const labels = {
        route: findPattern(path),
        method: methods.has(method) ? method : 'other',
        status: String(status),
      };
      requests.observe(labels, seconds);
    },
  };
}
