import 'server-only';
import type { z } from 'zod';
import type { Call } from '@/lib/contract/call';
import { failure, success } from '@/lib/domain/result';
import { linkPath, routes, type LinkPage } from '@/lib/routes';
import { callWithInFlightRetry } from '../backend/call-with-in-flight-retry';
import { readIdempotencyKey } from '../backend/idempotency';
import type { RateLimitName } from '../security/rate-limits';
import { parseLinkToken } from '../session/link-token';
import type { FormName } from './flash-cookies';
import { backendFailed, makeFormHandler } from './form-pipeline';

/** The calls that a button on the page of a link makes, with the token of the link only. */
type LinkCall = Call<string, z.ZodObject<{ token: z.ZodString }>>;

/**
 * Makes the handler of the form on the page of a link in a message. The page says what became of it. The link is for whoever has it: no payment
 * must have been visited. A link that is not known leads to its page without a token, which says so.
 */
export function makeLinkFormHandler({
  name,
  page,
  call,
  addressLimit,
}: {
  readonly name: FormName;
  readonly page: LinkPage;
  readonly call: LinkCall;
  readonly addressLimit: RateLimitName;
}) {
  return makeFormHandler<Readonly<Record<'token' | 'idempotencyKey', string>>>({
    name,
    page: (fields) => linkPath(page, parseLinkToken(fields['token']) ?? ''),
    retainedFields: [],
    parse: async (fields) => {
      const token = parseLinkToken(fields['token']);
      if (token === undefined) return failure({ next: routes[page] });
      return success({ token, idempotencyKey: readIdempotencyKey(fields['idempotencyKey']) });
    },
    addressLimit,
    send: async ({ token, idempotencyKey }, { requestId }) => {
      const response = await callWithInFlightRetry(call, { token }, { idempotencyKey, requestId });
      if (response.ok) return success({ next: linkPath(page, token) });
      const isUnknown = response.error.kind === 'problem' && response.error.status === 404;
      return isUnknown ? success({ next: routes[page] }) : failure(backendFailed());
    },
  });
}
