import { contractVersion } from '@/lib/contract/call';
import { configGet, versionGet } from '@/lib/contract/common-config';
import { describeIncompatibility, areVersionsCompatible } from '@/lib/contract/versions';
import { probe, reportError, reportOk, type Finding, type ProbeResponse } from './finding';

/** Partners' signatures, deadlines and one-time codes depend on both clocks. */
const maximumSkewMs = 5_000;

function checkClock(serverTime: string, { at, durationMs }: ProbeResponse): Finding {
  const skew = Math.round(Date.parse(serverTime) - (at - durationMs / 2));
  return Math.abs(skew) <= maximumSkewMs
    ? reportOk('clock', 'the backend’s clock agrees with this machine’s')
    : reportError(
        'clock',
        `the backend's clock is ${Math.round(skew / 1000)} s off this machine's: synchronise both with NTP`,
      );
}

function checkVersion(theirs: number): Finding {
  if (!areVersionsCompatible(theirs)) return reportError('contract', describeIncompatibility(theirs));
  return theirs === contractVersion
    ? reportOk('contract', `version ${theirs} on both sides`)
    : reportOk(
        'contract',
        `the backend has version ${theirs}, this site ${contractVersion}: they are compatible during an upgrade`,
      );
}

/** Checks the backend as the site uses it: its response, contract version and clock. */
export async function checkBackend(backendUrl: string): Promise<readonly Finding[]> {
  const response = await probe(`${backendUrl}${configGet.path}`);
  if (response === null)
    return [reportError('backend', `nothing responds at ${backendUrl}: check that it runs, and BACKEND_URL`)];
  const parsed = configGet.response.safeParse(response.body);
  if (response.status !== 200 || !parsed.success) {
    const version = versionGet.response.safeParse(response.body);
    return [
      reportError('backend', `${backendUrl}${configGet.path} returns ${response.status} without a valid common config`),
      ...(version.success && !areVersionsCompatible(version.data.contractVersion)
        ? [checkVersion(version.data.contractVersion)]
        : []),
    ];
  }
  const { contractVersion: theirs, isSandbox, serverTime } = parsed.data;
  return [
    reportOk('backend', `responds at ${backendUrl}`),
    checkVersion(theirs),
    isSandbox
      ? reportOk('clock', 'not checked: the sandbox’s clock may have been moved')
      : checkClock(serverTime, response),
  ];
}

function isHealthy({ body }: ProbeResponse): boolean {
  return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';
}

/** Checks the site: on this machine, and at its public origin. */
export async function checkSite(site: {
  readonly port: number;
  readonly publicOrigin: string;
  readonly isLocal: boolean;
  readonly isHttps: boolean;
}): Promise<readonly Finding[]> {
  const { port, publicOrigin, isLocal, isHttps } = site;
  const readiness = await probe(`http://127.0.0.1:${port}/api/health/ready`);
  const local =
    readiness === null
      ? reportError('site', `nothing responds on port ${port} of this machine: start it, or set PORT`)
      : readiness.status === 200
        ? reportOk('site', `ready on port ${port}`)
        : reportError(
            'site',
            `not ready on port ${port} (${readiness.status}): its backend is unavailable, or it is shutting down`,
          );
  if (!isLocal && !isHttps)
    return [local, reportError('origin', 'PUBLIC_ORIGIN must be https: payers type card numbers there')];
  const publicHealth = await probe(`${publicOrigin}/api/health`);
  if (publicHealth === null)
    return [
      local,
      reportError('origin', `nothing responds at ${publicOrigin}: check DNS, the certificate and the proxy`),
    ];
  if (publicHealth.status === 421) {
    return [
      local,
      reportError(
        'origin',
        `the site at ${publicOrigin} is configured for another origin: set PUBLIC_ORIGIN there, and preserve the Host header in the proxy`,
      ),
    ];
  }
  return [
    local,
    publicHealth.status === 200 && isHealthy(publicHealth)
      ? reportOk('origin', `the site responds at ${publicOrigin}`)
      : reportError(
          'origin',
          `${publicOrigin}/api/health returns ${publicHealth.status}, and is not this site: check the proxy`,
        ),
  ];
}
