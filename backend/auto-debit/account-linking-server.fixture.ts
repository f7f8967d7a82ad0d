import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oauth from 'oauth4webapi';
import { createSimulators } from '../../sandbox/simulators/server';
import { loadSandboxKeys } from '../../sandbox/keys';

const siteOrigin = 'http://localhost:3000';
export const linkRedirectUri = `${siteOrigin}/ulm/autodebit/register`;
export const linkedAccount = '1234567801';

/** The account-linking service of the simulators, over HTTP. */
export interface AccountLinkingServer {
  readonly origin: string;
  /** Presses a button as the account holder; returns the parameters of the browser's redirect. */
  authorise(
    verifier: string,
    button?: string,
    change?: Record<string, string>,
  ): Promise<{ readonly status: number; readonly query: URLSearchParams }>;
  codeFor(verifier: string): Promise<string>;
  close(): Promise<void>;
}

export async function startAccountLinkingServer(): Promise<AccountLinkingServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ebill-link-'));
  const keys = loadSandboxKeys(dataDir);
  const addresses = { siteOrigin, backendUrl: 'http://127.0.0.1:9', banksOrigin: 'http://127.0.0.1:9' };
  const service = createSimulators({ ...addresses, dataDir, keys });
  const origin = await service.listen({ host: '127.0.0.1', port: 0 });
  const authorise: AccountLinkingServer['authorise'] = async (verifier, button = 'approve', change = {}) => {
    const fields = {
      response_type: 'code',
      client_id: 'ebill',
      redirect_uri: linkRedirectUri,
      state: 'state',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...{ accountNumber: linkedAccount, button, ...change },
    };
    const answer = await fetch(`${origin}/link/authorize`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    return { status: answer.status, query: new URL(answer.headers.get('location') ?? 'x:').searchParams };
  };
  return {
    origin,
    authorise,
    codeFor: async (verifier) => (await authorise(verifier)).query.get('code') ?? '',
    async close() {
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
