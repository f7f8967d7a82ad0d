import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { fetchWithLimit } from '../http/response-start';

/** The account-linking service: it returns its users with an authorisation code, which is exchanged here. */
export interface AccountLinking {
  /** Exchanges an authorisation code (OAuth 2.1 with PKCE) for the account that its owner has linked. */
  exchange(request: {
    readonly code: string;
    readonly codeVerifier: string;
    readonly redirectUri: string;
  }): Promise<Result<{ readonly accountNumber: string }, 'link-refused'>>;
}

/** The token response's extra field: the linked account. */
const linkedSchema = z.object({ account_number: z.string().regex(/^\d{10}$/) });

/** Calls an account-linking service's token endpoint as a public client (OAuth 2.1; RFC 7636). */
export function createAccountLinking(settings: {
  readonly tokenUrl: string;
  /** The client as the common config names it at the time of the exchange. */
  readonly readClientId: () => Promise<string>;
  readonly timeoutMs: number;
  /** Plain HTTP is allowed in the sandbox only. */
  readonly allowsPlainHttp: boolean;
}): AccountLinking {
  const server: oauth.AuthorizationServer = {
    issuer: new URL(settings.tokenUrl).origin,
    token_endpoint: settings.tokenUrl,
  };
  return {
    async exchange({ code, codeVerifier, redirectUri }) {
      try {
        const client: oauth.Client = { client_id: await settings.readClientId() };
        // The site has checked the return's state and issuer, since it has the session that they belong to.
        const answer = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.expectNoState);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.None(),
          answer,
          redirectUri,
          codeVerifier,
          {
            signal: AbortSignal.timeout(settings.timeoutMs),
            [oauth.customFetch]: fetchWithLimit,
            [oauth.allowInsecureRequests]: settings.allowsPlainHttp,
          },
        );
        const linked = linkedSchema.safeParse(await oauth.processAuthorizationCodeResponse(server, client, response));
        return linked.success ? success({ accountNumber: linked.data.account_number }) : failure('link-refused');
      } catch {
        return failure('link-refused');
      }
    },
  };
}
