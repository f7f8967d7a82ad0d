import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What an authorisation code grants, until it is exchanged. */
interface Grant {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly accountNumber: string;
  readonly expiresAt: number;
}

/** Codes are valid for a minute, in real time, and once (RFC 6749, section 4.1.2). */
const lifetime = 60_000;

/** The simulator's own implementation of RFC 7636, section 4.6, sharing no code with the client. */
function verifyChallenge(verifier: string, challenge: string): boolean {
  const derived = Buffer.from(createHash('sha256').update(verifier, 'ascii').digest('base64url'));
  const given = Buffer.from(challenge);
  return derived.length === given.length && timingSafeEqual(derived, given);
}

export interface LinkCodes {
  issue(grant: Omit<Grant, 'expiresAt'>): string;
  /** Returns the account of a code, and invalidates the code in any case; null when anything about it is wrong. */
  redeem(request: {
    readonly code: string;
    readonly clientId: string;
    readonly redirectUri: string;
    readonly verifier: string;
  }): string | null;
}

export function createLinkCodes(): LinkCodes {
  const grants = new Map<string, Grant>();
  return {
    issue(grant) {
      const code = randomBytes(24).toString('base64url');
      grants.set(code, { ...grant, expiresAt: Date.now() + lifetime });
      return code;
    },
    redeem({ code, clientId, redirectUri, verifier }) {
      const grant = grants.get(code);
      grants.delete(code);
      if (grant === undefined || grant.expiresAt <= Date.now()) return null;
      const isTheirs = grant.clientId === clientId && grant.redirectUri === redirectUri;
      return isTheirs && verifyChallenge(verifier, grant.challenge) ? grant.accountNumber : null;
    },
  };
}
