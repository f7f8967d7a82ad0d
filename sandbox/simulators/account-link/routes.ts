import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html } from '../../html/markup';
import { sendPage } from '../pages/layout';
import { buildRefusalPage } from '../pages/return-page';
import { createLinkCodes } from './codes';

export interface AccountLinkSettings {
  readonly siteOrigin: string;
  readonly banksOrigin: string;
}

const clientId = 'ebill';

/** An authorisation request of OAuth 2.1: code only, always with PKCE by S256. */
const requestSchema = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(clientId),
  redirect_uri: z.string().max(2000),
  state: z.string().min(1).max(500),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
});
type LinkRequest = z.infer<typeof requestSchema>;

const decisionSchema = requestSchema.extend({
  accountNumber: z.string().max(40),
  button: z.enum(['approve', 'decline']),
});

const tokenSchema = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string().max(500),
  redirect_uri: z.string().max(2000),
  client_id: z.string().max(200),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
});

function buildSignInPage(request: LinkRequest, siteOrigin: string) {
  const hidden = Object.entries(request).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return {
    title: 'Account linking',
    postsTo: siteOrigin,
    body: html`<h1>Account linking</h1>
      <p>Whose account signs in here? A real service would ask for a password.</p>
      <form method="post" action="/link/authorize">
        ${hidden}
        <p>
          <label>Account number <input name="accountNumber" inputmode="numeric" autocomplete="off" /></label>
        </p>
        <div class="buttons">
          <button type="submit" name="button" value="approve" class="main">Approve</button>
          <button type="submit" name="button" value="decline">Decline</button>
        </div>
      </form>`,
  };
}

/** The account-linking service: an authorisation server with a page to sign in, and a token endpoint for public clients. */
export function registerAccountLinkRoutes(
  app: FastifyInstance,
  { siteOrigin, banksOrigin }: AccountLinkSettings,
): void {
  const codes = createLinkCodes();
  const registered = `${siteOrigin}/ulm/autodebit/register`;

  /** There is no redirect to an unregistered URL, not even with an error (RFC 9700, section 4.11). */
  function isRegistered(linkRequest: LinkRequest): boolean {
    return linkRequest.redirect_uri === registered;
  }

  function sendBack(
    reply: FastifyReply,
    linkRequest: LinkRequest,
    answer: Readonly<Record<string, string>>,
  ): FastifyReply {
    const url = new URL(linkRequest.redirect_uri);
    for (const [name, value] of Object.entries({ ...answer, state: linkRequest.state, iss: banksOrigin })) {
      url.searchParams.set(name, value);
    }
    return reply.redirect(url.href, 303);
  }

  app.get('/link/authorize', (request, reply) => {
    const parsed = requestSchema.safeParse(request.query);
    return parsed.success && isRegistered(parsed.data)
      ? sendPage(reply, 200, buildSignInPage(parsed.data, siteOrigin))
      : sendPage(reply, 400, buildRefusalPage('The account-linking service does not know this request.'));
  });

  app.post('/link/authorize', (request, reply) => {
    const decided = decisionSchema.safeParse(request.body);
    if (!decided.success || !isRegistered(decided.data)) {
      return sendPage(reply, 400, buildRefusalPage('The account-linking service does not know this request.'));
    }
    const { button, accountNumber, ...linkRequest } = decided.data;
    if (button === 'decline') return sendBack(reply, linkRequest, { error: 'access_denied' });
    if (!/^\d{10}$/.test(accountNumber)) return sendPage(reply, 200, buildSignInPage(linkRequest, siteOrigin));
    const grant = {
      clientId,
      redirectUri: linkRequest.redirect_uri,
      challenge: linkRequest.code_challenge,
      accountNumber,
    };
    return sendBack(reply, linkRequest, { code: codes.issue(grant) });
  });

  app.post('/link/token', (request, reply) => {
    reply.header('cache-control', 'no-store');
    const parsed = tokenSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'invalid_request' });
    const accountNumber = codes.redeem({
      code: parsed.data.code,
      clientId: parsed.data.client_id,
      redirectUri: parsed.data.redirect_uri,
      verifier: parsed.data.code_verifier,
    });
    if (accountNumber === null) return reply.code(400).send({ error: 'invalid_grant' });
    return { access_token: 'sandbox', token_type: 'Bearer', expires_in: 60, account_number: accountNumber };
  });
}
