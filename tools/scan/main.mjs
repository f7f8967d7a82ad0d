import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhenStale } from '../start/build.mjs';
import { installDebianPackage } from '../test/debian.mjs';
import { installWhenNeeded } from '../start/install.mjs';
import { findFreePort } from '../start/ports.mjs';
import { PlainFailure, runCommand } from '../start/project.mjs';
import { stopPrograms } from '../start/run-program.mjs';
import { runSlowHttpTest, runSqlmap, runWapiti } from './scanners.mjs';
import { startScannerProxy } from './scanner-proxy.mjs';
import { Service } from '../start/service.mjs';
import { readSettings } from '../start/settings.mjs';
import { describeServices } from '../start/stack.mjs';

/*
 * node tools/scan/main.mjs   public scanners, Debian's packages, against a stack of its own on this machine; about ten minutes
 */

const scanners = { wapiti: runWapiti, sqlmap: runSqlmap, slowhttptest: runSlowHttpTest };

/** @type {Service[]} */
const services = [];
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    stopPrograms('SIGTERM');
    for (const service of services) service.kill();
    process.exit(130);
  });
}

/**
 * @param {string} backend
 * @param {string} path
 * @param {object} body
 */
async function ask(backend, path, body) {
  const response = await fetch(backend + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/**
 * Pages and forms as a payer meets them, with the references of a payment that is open.
 *
 * @param {string} site
 * @param {string} backend
 * @returns {Promise<Pick<import('./scanners.mjs').Target, 'pages' | 'forms'>>}
 */
async function prepareTarget(site, backend) {
  const bill = { accountNumber: '1234567801', payOption: 'current', amount: 13_878, email: 'payer@example.com' };
  const { transactionRefId: refid } = await ask(backend, '/apg/transaction', bill);
  const pages = ['/', '/apg/help', '/legal/terms-and-conditions', '/pay/ebill', '/view/dcb', '/nowhere'].map(
    (path) => site + path,
  );
  const withReference = ['/epayment/entry', '/pay/direct/ebill', '/bankResultFPX', '/processed', '/view/dcb'].map(
    (path) => `${site}${path}?refid=${refid}`,
  );
  const card = 'selectedPaymentMethod=newCard&cardNumber=4242&cardExpiry=1239&cvv=1&cardHolderName=A';
  const forms = [
    { url: `${site}/api/bill/lookup`, body: 'accountNumber=1234567801' },
    { url: `${site}/api/payment/pay`, body: `refid=${refid}&userEmailAddress=payer@example.com&${card}` },
    { url: `${site}/api/payment/cancel`, body: `refid=${refid}` },
    { url: `${site}/bankResultFPX`, body: 'fpx_sellerOrderNo=1&fpx_debitAuthCode=00&fpx_checkSum=AB' },
  ];
  return { pages: [...pages, ...withReference], forms };
}

await runCommand(async () => {
  await installWhenNeeded(console.log);
  for (const name of Object.keys(scanners)) {
    if (existsSync(`/usr/bin/${name}`) || (await installDebianPackage(name, console.log))) continue;
    throw new PlainFailure(`There is no ${name} to be had here: install Debian's package ${name}.`);
  }
  await buildWhenStale(console.log);
  const folder = mkdtempSync(join(tmpdir(), 'ebill-scan-'));
  const [proxyPort, sitePort, backendPort, banksPort] = await Promise.all(Array.from({ length: 4 }, findFreePort));
  const site = `http://localhost:${proxyPort}`;
  const environment = {
    ...process.env,
    PORT: String(sitePort),
    BACKEND_PORT: String(backendPort),
    BANKS_PORT: String(banksPort),
    DATA_DIR: join(folder, 'data'),
    PUBLIC_ORIGIN: site,
    SANDBOX: 'on',
    TRUSTED_PROXIES: '1',
    BACKEND_URL: '',
    DATABASE_URL: '',
    REDIS_URL: '',
    LOG_LEVEL: 'fatal',
  };
  let found = 0;
  try {
    for (const description of await describeServices(await readSettings(environment), environment)) {
      const service = new Service(description);
      services.push(service);
      await service.waitUntilHealthy();
    }
    const proxy = await startScannerProxy(proxyPort ?? 0, sitePort ?? 0);
    const target = { site, folder, ...(await prepareTarget(site, `http://127.0.0.1:${backendPort}`)) };
    for (const [name, run] of Object.entries(scanners)) {
      const began = Date.now();
      const { findings, seen } = await run(target);
      found += findings.length;
      for (const finding of findings) console.log(`✗ ${name}: ${finding}`);
      const seconds = Math.round((Date.now() - began) / 1000);
      console.log(`${findings.length === 0 ? '✓' : '✗'} ${name}: ${seen}, ${findings.length} findings, ${seconds} s`);
    }
    proxy.close();
  } finally {
    for (const service of [...services].reverse()) await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${found} findings`);
  return found === 0 ? 0 : 1;
});
