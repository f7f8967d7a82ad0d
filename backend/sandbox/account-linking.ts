import { createHash } from 'node:crypto';
import { failure, success } from '@/lib/domain/result';
import type { AccountLinking } from '../auto-debit/account-linking';

/** Gives the code that the sandbox's account-linking service would send back for a PKCE verifier. */
export function sandboxLinkCode(codeVerifier: string): string {
  return `linked-${createHash('sha256').update(codeVerifier).digest('base64url')}`;
}

/** Takes the code that belongs to the verifier, and no other. */
export function createSandboxAccountLinking(): AccountLinking {
  return {
    async exchange({ code, codeVerifier }) {
      return code === sandboxLinkCode(codeVerifier) ? success({ accountNumber: null }) : failure('link-refused');
    },
  };
}
