import { describeResult, verifyAll, type CaseResult, type FinishedCase } from '../faults/verification';
import { payInBrowsers } from './browsers';
import { failoverCases, type ClusterCase } from './failover-cases';
import { finalCases, sharedStateCases } from './shared-state-cases';
import type { ClusterStack } from './stack';

async function runCase(
  stack: ClusterStack,
  { name, run }: ClusterCase,
  log: (line: string) => void,
): Promise<FinishedCase> {
  const start = performance.now();
  const outcome = await run(stack).catch((error: unknown) => ({ journeys: [], failures: [String(error)], note: '' }));
  const { journeys = [], failures, note } = outcome;
  const result = { name, failures, note, seconds: (performance.now() - start) / 1000 };
  if (failures.length > 0) log(stack.parts.lines.slice(-20).join('\n'));
  log(describeResult(result));
  const payments = journeys.flatMap(({ payer: { refid }, email }) =>
    refid === null ? [] : [{ refid, email, expectedOutcome: 'paid' as const }],
  );
  return { result, payments };
}

/** Checks that every payment is in the ledger, and that nginx has logged no reference of one. */
async function checkLedger(stack: ClusterStack, cases: readonly FinishedCase[]): Promise<CaseResult> {
  const { payments, credits, balanced } = await stack.readLedger();
  const refids = cases.flatMap((one) => one.payments.map(({ refid }) => refid));
  const credited = new Set(credits.map(({ refid }) => refid));
  const lost = refids.filter((refid) => !credited.has(refid));
  const failures = balanced ? [] : ['the ledger does not balance'];
  if (lost.length > 0) failures.push(`${lost.length} of ${refids.length} payments are not in the ledger`);
  const files = stack.readLogFiles();
  const logged = refids.filter((refid) => files.some((text) => text.includes(refid)));
  if (logged.length > 0) failures.push(`nginx has logged the references of ${logged.length} payments`);
  const total = credits.reduce((sum, { amount }) => sum + amount, 0);
  const note = `${payments.length} payments, ${credits.length} credits, RM${(total / 100).toFixed(2)}`;
  return { name: 'the ledger balances, and no payment is lost', failures, note, seconds: 0 };
}

/** Runs the cases whose name contains `only`, and verifies the ledger. */
export async function runClusterCases(stack: ClusterStack, only: string, log: (line: string) => void) {
  const isChosen = ({ name }: ClusterCase) => name.includes(only);
  const results: CaseResult[] = [];
  for (const one of sharedStateCases.filter(isChosen)) results.push((await runCase(stack, one, log)).result);
  let browsers = { passed: 0, failed: 0, output: '' };
  if ('journeys in a browser'.includes(only)) {
    browsers = await payInBrowsers(stack, log);
    if (browsers.failed > 0) log(browsers.output.trimEnd());
    log(`${browsers.failed === 0 ? '✓' : '✗'} ${browsers.passed} journeys in a browser, over TLS and HTTP/2`);
  }
  const cases: FinishedCase[] = [];
  for (const one of failoverCases.filter(isChosen)) cases.push(await runCase(stack, one, log));
  log('Advancing the clock by twelve days, and verifying the ledger …');
  const verified = await verifyAll(stack, cases);
  for (const [index, result] of verified.entries()) {
    const isNew = result.failures.length > (cases[index]?.result.failures.length ?? 0);
    if (isNew) log(describeResult(result));
  }
  const ledger = await checkLedger(stack, cases);
  log(describeResult(ledger));
  results.push(...verified, ledger);
  for (const one of finalCases.filter(isChosen)) results.push((await runCase(stack, one, log)).result);
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  return { passed: results.length - failed + browsers.passed, failed: failed + browsers.failed };
}
