import { resolve } from 'node:path';
import { checkDatabase } from '@/cli/doctor/check-database';
import { OperatorError, type OperatorClient } from '@/cli/operator-client';
import { readBackendConfiguration } from '@/lib/configuration/backend';
import { listErrors, type Variables } from '@/lib/configuration/read-variables';
import { readSiteConfiguration } from '@/lib/configuration/site';
import { success } from '@/lib/domain/result';
import { readStoredSecrets } from '../../tools/start/secrets.mjs';
import { checkKeys } from './check-keys';
import { checkRedis } from './check-redis';
import { checkBackend, checkSite } from './check-servers';
import { bad, good, type Finding } from './finding';

export const usage =
  'npm run ops -- doctor           whether this deployment is in order, and what to do where it is not';

async function checkStore(databaseUrl: string | undefined): Promise<Finding> {
  if (!databaseUrl) return good('database', 'the embedded one, which a backend opens and migrates when it starts');
  const wrong = await checkDatabase(databaseUrl);
  return wrong === null ? good('database', 'answers, and has every migration') : bad('database', wrong);
}

async function checkOperatorKey(backend: OperatorClient): Promise<Finding> {
  try {
    await backend.call('GET', '/review');
    return good('operator', 'the backend takes OPERATOR_KEY');
  } catch (error) {
    return bad('operator', error instanceof OperatorError ? error.message : 'the backend does not answer its operator');
  }
}

/** Looks at everything that a deployment needs, as this machine sees it. Secrets that a start has made count as set; none is in a finding. */
export async function examine(variables: Variables, backend: OperatorClient): Promise<readonly Finding[]> {
  const kept = await readStoredSecrets(resolve(variables['DATA_DIR'] || '.data'));
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
  const environment = { ...kept, ...set };
  const site = readSiteConfiguration(environment);
  const hasOwnBackend = !variables['BACKEND_URL'];
  const faults = listErrors(site, hasOwnBackend ? readBackendConfiguration(environment) : success(null));
  const configuration =
    faults.length === 0
      ? [good('configuration', 'every variable is right')]
      : faults.map((line) => bad('configuration', line));
  if (!site.ok) return configuration;
  const { backendUrl, redisUrl } = site.value;
  const [servers, own, operator, redis, store] = await Promise.all([
    checkBackend(backendUrl),
    checkSite(site.value),
    checkOperatorKey(backend),
    redisUrl === null ? good('Redis', 'none: one process of the site counts for itself') : checkRedis(redisUrl),
    checkStore(environment['DATABASE_URL']),
  ]);
  return [...configuration, ...checkKeys(environment), ...servers, operator, store, redis, ...own];
}

/** `npm run ops -- doctor`. Gives a line for each check. Throws an OperatorError with those lines when something is wrong. */
export async function runDoctorCommand(variables: Variables, backend: OperatorClient): Promise<string> {
  const findings = await examine(variables, backend);
  const lines = findings.map(({ about, isGood, says }) => `${isGood ? 'OK   ' : 'WRONG'} ${about}: ${says}`).join('\n');
  if (findings.some(({ isGood }) => !isGood)) throw new OperatorError(lines);
  return lines;
}
