import 'server-only';
import { generalErrors } from '@/lib/contract/call';
import { configGet } from '@/lib/contract/common-config';
import { messageOf } from './backend-client';
import { loadConfigResponse } from './common-config';

/** Returns the common config as the backend sent it, with defaults. Specification, section 7: `GET /apg/util/config`. */
export async function makeConfigResponse(): Promise<Response> {
  const config = await loadConfigResponse();
  const headers = { 'cache-control': 'no-store' };
  if (config.ok) return Response.json(config.value, { headers });
  const status = generalErrors['not-ready'];
  return Response.json(
    {
      type: 'about:blank',
      title: 'The common config is not known yet',
      detail: messageOf(config.error),
      status,
      code: 'not-ready',
      call: configGet.name,
    },
    { status, headers: { ...headers, 'content-type': 'application/problem+json', 'retry-after': '2' } },
  );
}
