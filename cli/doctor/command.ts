import { resolve } from 'node:path';
import { checkDatabase } from '@/cli/doctor/check-database';
import { OperatorError, type OperatorClient } from '@/cli/operator-client';
import { readBackendConfiguration } from '@/lib/configuration/backend';
import { listErrors, type Variables } from '@/lib/configuration/read-variables';
import { readSiteConfiguration } from '@/lib/configuration/site';
import { success } from '@/lib/domain/result';
import { readStoredSecrets } from '../../tools/start/secrets.mjs';
import { checkBiller } from './check-biller';
import { checkGateways } from './check-gateways';
import { checkKeys } from './check-keys';
import { checkRedis } from './check-redis';
import { checkBackend, checkSite } from './check-servers';
import { reportError, reportOk, reportWarning, type Finding } from './finding';

export const usage = 'npm run ops -- doctor           checks this deployment, and lists what to fix';

async function checkStore(databaseUrl: string | undefined): Promise<Finding> {
  if (!databaseUrl) return reportOk('database', 'embedded; the backend opens and migrates it when it starts');
  const error = await checkDatabase(databaseUrl);
  return error === null ? reportOk('database', 'responds, and has every migration') : reportError('database', error);
}

async function checkOperatorKey(backend: OperatorClient): Promise<Finding> {
  try {
    await backend.call('GET', '/review');
    return reportOk('operator', 'the backend accepts OPERATOR_KEY');
  } catch (error) {
    return reportError(
      'operator',
      error instanceof OperatorError ? error.message : 'the operator API of the backend does not respond',
    );
  }
}

/** Checks everything that a deployment needs, as seen from this machine. Generated secrets count as set; no finding contains one. */
export async function checkDeployment(variables: Variables, backend: OperatorClient): Promise<readonly Finding[]> {
  const stored = await readStoredSecrets(resolve(variables['DATA_DIR'] || '.data'));
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
  const environment = { ...stored, ...set };
  const site = readSiteConfiguration(environment);
  const hasOwnBackend = !variables['BACKEND_URL'];
  const own = hasOwnBackend ? readBackendConfiguration(environment) : success(null);
  const errors = listErrors(site, own);
  const configuration =
    errors.length === 0
      ? [reportOk('configuration', 'every variable is valid')]
      : errors.map((line) => reportError('configuration', line));
  if (!variables['PUBLIC_ORIGIN'] && variables['SANDBOX'] !== 'on') {
    configuration.push(
      reportWarning(
        'origin',
        'PUBLIC_ORIGIN is not set: the site responds to localhost only, with the sandbox unless SANDBOX=off. Set it in production',
      ),
    );
  }
  if (!site.ok) return configuration;
  const { backendUrl, redisUrl } = site.value;
  const [servers, sites, operator, redis, store, biller, gateways] = await Promise.all([
    checkBackend(backendUrl),
    checkSite(site.value),
    checkOperatorKey(backend),
    redisUrl === null ? reportOk('Redis', 'none: each process of the site counts separately') : checkRedis(redisUrl),
    checkStore(environment['DATABASE_URL']),
    checkBiller(environment),
    own.ok && own.value !== null ? checkGateways(own.value) : [],
  ]);
  return [
    ...[...configuration, ...checkKeys(environment, Date.now()), ...servers, operator, store, redis],
    ...[...biller, ...gateways, ...sites],
  ];
}

/** `npm run ops -- doctor`. Returns a line for each check. Throws an OperatorError with those lines if a check fails. */
export async function runDoctorCommand(variables: Variables, backend: OperatorClient): Promise<string> {
  const findings = await checkDeployment(variables, backend);
  const lines = findings
    .map(({ subject, isOk, isWarning, message }) => {
      const word = isWarning ? 'WARN ' : isOk ? 'OK   ' : 'WRONG';
      return `${word} ${subject}: ${message}`;
    })
    .join('\n');
  if (findings.some(({ isOk }) => !isOk)) throw new OperatorError(lines);
  return lines;
}
