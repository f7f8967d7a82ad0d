import { z } from 'zod';
import { createGsmaApi } from '@/backend/billers/gsma/api';
import { gsmaVariables, resolveGsma } from '@/lib/configuration/gsma';
import { readVariables, type Variables } from '@/lib/configuration/read-variables';
import { checkTimeoutMs, reportError, reportOk, type Finding } from './finding';

const heartbeatSchema = z.object({ serviceStatus: z.enum(['available', 'unavailable', 'degraded']) });

/** Checks the biller if it has an API: its heartbeat, with our credentials. No finding contains them. */
export async function checkBiller(environment: Variables): Promise<readonly Finding[]> {
  const read = readVariables(gsmaVariables, environment);
  const endpoint = environment['BILLER'] === 'gsma' && read.ok ? resolveGsma(read.value).endpoint : null;
  if (endpoint === null) return [];
  const api = createGsmaApi({ endpoint, callbackUrl: null, timeoutMs: checkTimeoutMs }, { now: () => new Date() });
  const answer = await api.get('/heartbeat');
  if (answer === null)
    return [
      reportError('biller', 'does not respond, or issues no access token: check GSMA_API_URL and the OAuth client'),
    ];
  const { status } = answer;
  if (status === 401 || status === 403)
    return [reportError('biller', 'rejects our credentials: check GSMA_API_KEY, or the OAuth client')];
  const heartbeat = heartbeatSchema.safeParse(answer.body);
  if (status !== 200 || !heartbeat.success)
    return [reportError('biller', `returns ${status} without a valid heartbeat: check GSMA_API_URL, with its version`)];
  const { serviceStatus } = heartbeat.data;
  return [
    serviceStatus === 'unavailable'
      ? reportError('biller', 'reports that it is unavailable: payments wait until it is available again')
      : reportOk('biller', `is ${serviceStatus}`),
  ];
}
