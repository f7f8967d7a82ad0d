import * as oauth from 'oauth4webapi';
import type { GsmaCredentials } from '@/lib/configuration/gsma';
import { fetchWithLimit } from '../../http/response-start';

/** A token is renewed this long before it expires, ms, and after a default lifetime where the server names none. */
const renewBeforeMs = 30_000;
const defaultLifetimeMs = 5 * 60_000;

export interface AccessTokens {
  /** Returns a token that is valid still; null if none is issued. */
  read(): Promise<string | null>;
  /** Forgets a token that the biller has not taken. */
  forget(token: string): void;
}

/** Issues access tokens to our OAuth client: client credentials (RFC 6749, section 4.4). Requests at the same time share one. */
export function createAccessTokens(
  { tokenUrl, clientId, clientSecret }: Extract<GsmaCredentials, { kind: 'client-credentials' }>,
  timeoutMs: number,
): AccessTokens {
  const server: oauth.AuthorizationServer = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const client: oauth.Client = { client_id: clientId };
  let issued: { readonly token: string; readonly renewAt: number } | null = null;
  let underWay: Promise<string | null> | null = null;

  async function issue(): Promise<string | null> {
    try {
      const response = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        oauth.ClientSecretBasic(clientSecret),
        {},
        {
          signal: AbortSignal.timeout(timeoutMs),
          [oauth.customFetch]: fetchWithLimit,
          // The configuration takes plain http to this machine only.
          [oauth.allowInsecureRequests]: tokenUrl.startsWith('http:'),
        },
      );
      const answer = await oauth.processClientCredentialsResponse(server, client, response);
      const lifetimeMs = answer.expires_in === undefined ? defaultLifetimeMs : answer.expires_in * 1000;
      issued = { token: answer.access_token, renewAt: Date.now() + lifetimeMs - renewBeforeMs };
      return issued.token;
    } catch {
      return null;
    } finally {
      underWay = null;
    }
  }

  return {
    async read() {
      if (issued !== null && Date.now() < issued.renewAt) return issued.token;
      underWay ??= issue();
      return underWay;
    },
    forget(token) {
      if (issued?.token === token) issued = null;
    },
  };
}
