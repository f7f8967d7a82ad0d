import { contractVersion } from '@/lib/contract/call';
import { configGet, versionGet } from '@/lib/contract/common-config';
import { describeIncompatibility, areVersionsCompatible } from '@/lib/contract/versions';
import { ask, bad, good, type Answer, type Finding } from './finding';

/** Partners' signatures, deadlines and one-time codes go by both clocks. */
const mostSkewMs = 5_000;

function checkClock(serverTime: string, { at, took }: Answer): Finding {
  const skew = Math.round(Date.parse(serverTime) - (at - took / 2));
  return Math.abs(skew) <= mostSkewMs
    ? good('clock', 'the backend has the time of this machine')
    : bad('clock', `the backend's clock is ${Math.round(skew / 1000)} s off this machine's: set both by NTP`);
}

function checkVersion(theirs: number): Finding {
  if (!areVersionsCompatible(theirs)) return bad('contract', describeIncompatibility(theirs));
  return theirs === contractVersion
    ? good('contract', `version ${theirs} on both sides`)
    : good(
        'contract',
        `the backend speaks version ${theirs}, this site ${contractVersion}: they agree while an upgrade lasts`,
      );
}

/** Looks at the backend as the site sees it: whether it answers, in this contract's version, by the same clock. */
export async function checkBackend(backendUrl: string): Promise<readonly Finding[]> {
  const answer = await ask(`${backendUrl}${configGet.path}`);
  if (answer === null)
    return [bad('backend', `nothing answers at ${backendUrl}: is it running, is BACKEND_URL right?`)];
  const parsed = configGet.response.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success) {
    const version = versionGet.response.safeParse(answer.body);
    return [
      bad('backend', `${backendUrl} answers ${configGet.path} with ${answer.status}, and no common config`),
      ...(version.success && !areVersionsCompatible(version.data.contractVersion)
        ? [checkVersion(version.data.contractVersion)]
        : []),
    ];
  }
  const { contractVersion: theirs, isSandbox, serverTime } = parsed.data;
  return [
    good('backend', `answers at ${backendUrl}`),
    checkVersion(theirs),
    isSandbox ? good('clock', 'a sandbox’s, which its controls may have moved') : checkClock(serverTime, answer),
  ];
}

function isHealth(answer: Answer): boolean {
  const { body } = answer;
  return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';
}

/** Looks at the site: by itself on this machine, and under its public origin. */
export async function checkSite(site: {
  readonly port: number;
  readonly publicOrigin: string;
  readonly isLocal: boolean;
  readonly isHttps: boolean;
}): Promise<readonly Finding[]> {
  const { port, publicOrigin, isLocal, isHttps } = site;
  const ready = await ask(`http://127.0.0.1:${port}/api/health/ready`);
  const own =
    ready === null
      ? bad('site', `nothing answers on port ${port} of this machine: start it, or set PORT`)
      : ready.status === 200
        ? good('site', `ready on port ${port}`)
        : bad('site', `not ready on port ${port} (${ready.status}): it waits for its backend, or leaves`);
  if (!isLocal && !isHttps) return [own, bad('origin', 'PUBLIC_ORIGIN must be https: payers type card numbers there')];
  const seen = await ask(`${publicOrigin}/api/health`);
  if (seen === null)
    return [own, bad('origin', `nothing answers at ${publicOrigin}: look at its name, its certificate and the proxy`)];
  if (seen.status === 421) {
    return [
      own,
      bad(
        'origin',
        `the site at ${publicOrigin} believes it has another origin: set PUBLIC_ORIGIN there, and let the proxy keep the Host`,
      ),
    ];
  }
  return [
    own,
    seen.status === 200 && isHealth(seen)
      ? good('origin', `the site answers at ${publicOrigin}`)
      : bad('origin', `${publicOrigin}/api/health answers ${seen.status}, and is not this site: look at the proxy`),
  ];
}
