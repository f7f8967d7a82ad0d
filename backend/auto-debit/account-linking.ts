import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';

/** The account-linking service: who registers there comes back with a code that is exchanged here. */
export interface AccountLinking {
  /** Exchanges an authorisation code (OAuth 2.0 with PKCE) for the account that its owner has linked. */
  exchange(request: {
    readonly code: string;
    readonly codeVerifier: string;
    readonly redirectUri: string;
  }): Promise<Result<{ readonly accountNumber: string | null }, 'link-refused'>>;
}

const tokenSchema = z.object({
  access_token: z.string(),
  account_number: z
    .string()
    .regex(/^\d{10}$/)
    .optional(),
});

/** Speaks to an account-linking service by its token endpoint (RFC 6749, section 4.1.3; RFC 7636). */
export function createAccountLinking(settings: {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly timeoutMs: number;
}): AccountLinking {
  return {
    async exchange({ code, codeVerifier, redirectUri }) {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
        client_id: settings.clientId,
      });
      try {
        const response = await fetch(settings.tokenUrl, {
          method: 'POST',
          body,
          headers: { accept: 'application/json' },
          redirect: 'manual',
          signal: AbortSignal.timeout(settings.timeoutMs),
        });
        const token = tokenSchema.safeParse(response.ok ? await response.json() : null);
        return token.success ? success({ accountNumber: token.data.account_number ?? null }) : failure('link-refused');
      } catch {
        return failure('link-refused');
      }
    },
  };
}
