import { existsSync } from 'node:fs';
import { buildWhenStale } from '../start/build.mjs';
import { findFreePort } from '../start/ports.mjs';
import { PlainFailure, runCommand } from '../start/project.mjs';
import { stopPrograms } from '../start/run-program.mjs';
import { withStack } from '../stack/stack';
import { installDebianPackage } from '../test/debian.mjs';
import { startScannerProxy } from './scanner-proxy';
import { runSlowHttpTest, runSqlmap, runWapiti, type Target } from './scanners';

/* npm run scan: runs security scanners (Debian packages) against a temporary stack on this machine, for about ten minutes. */

const scanners = { wapiti: runWapiti, sqlmap: runSqlmap, slowhttptest: runSlowHttpTest };

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopPrograms('SIGTERM');
    process.exit(130);
  });
}

/** Creates a payment; returns its reference. */
async function createPayment(backend: string): Promise<string> {
  const response = await fetch(`${backend}/apg/transaction`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({
      ...{ accountNumber: '1234567801', payOption: 'current', amount: 13_878, email: 'payer@example.com' },
    }),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(`the payment was not created: ${response.status} ${JSON.stringify(body)}`);
  return body.transactionRefId;
}

/** Lists pages and forms as a payer sees them, with the reference of an open payment. */
function listTargets(site: string, refid: string): Pick<Target, 'pages' | 'forms'> {
  const pages = ['/', '/apg/help', '/legal/terms-and-conditions', '/pay/ebill', '/view/dcb', '/not-found'];
  const withReference = ['/epayment/entry', '/pay/direct/ebill', '/bankResultFPX', '/processed', '/view/dcb'];
  const card = 'selectedPaymentMethod=newCard&cardNumber=4242&cardExpiry=1239&cvv=1&cardHolderName=A';
  return {
    pages: [...pages, ...withReference.map((path) => `${path}?refid=${refid}`)].map((path) => site + path),
    forms: [
      { url: `${site}/api/bill/lookup`, body: 'accountNumber=1234567801' },
      { url: `${site}/api/payment/pay`, body: `refid=${refid}&userEmailAddress=payer@example.com&${card}` },
      { url: `${site}/api/payment/cancel`, body: `refid=${refid}` },
      { url: `${site}/bankResultFPX`, body: 'fpx_sellerOrderNo=1&fpx_debitAuthCode=00&fpx_checkSum=AB' },
    ],
  };
}

await runCommand(async () => {
  for (const name of Object.keys(scanners)) {
    if (existsSync(`/usr/bin/${name}`) || (await installDebianPackage(name, console.log))) continue;
    throw new PlainFailure(`${name} is not available: install its Debian package.`);
  }
  await buildWhenStale(console.log);
  const port = await findFreePort();
  const environment = { PUBLIC_ORIGIN: `http://localhost:${port}`, LOG_LEVEL: 'fatal' };
  return withStack({ environment }, async ({ site, backend, descriptions }, folder) => {
    const proxy = await startScannerProxy(port, Number(descriptions.site.environment['PORT']));
    const target = { site, folder, ...listTargets(site, await createPayment(backend)) };
    let total = 0;
    for (const [name, run] of Object.entries(scanners)) {
      const start = Date.now();
      const { findings, scope } = await run(target);
      total += findings.length;
      for (const finding of findings) console.log(`✗ ${name}: ${finding}`);
      const seconds = Math.round((Date.now() - start) / 1000);
      console.log(`${findings.length === 0 ? '✓' : '✗'} ${name}: ${scope}, ${findings.length} findings, ${seconds} s`);
    }
    proxy.close();
    console.log(`${total} findings`);
    return total === 0 ? 0 : 1;
  });
});
process.exit();
