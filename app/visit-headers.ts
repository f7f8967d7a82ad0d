import { headers } from 'next/headers';

/**
 * Reads what the middleware knows of a visit: the address asked for, also where another page answers it, and the nonce of its CSP.
 * The front takes headers of these names from outside away.
 */
export async function readVisitHeaders(): Promise<{ path: string; search: string; nonce: string | undefined }> {
  const sent = await headers();
  return {
    path: sent.get('x-ebill-path') ?? '/',
    search: sent.get('x-ebill-search') ?? '',
    nonce: sent.get('x-nonce') ?? undefined,
  };
}
