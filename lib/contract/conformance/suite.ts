import type { Check } from './check';
import { checks } from './checks';
import { Nonconformance, Probe, sandboxData, type TestData } from './probe';

export interface CheckResult {
  readonly check: Check;
  /** The failure; null if the check passed. */
  readonly failure: string | null;
}

/**
 * Runs every check against a backend in sequence, and yields a result for each. `backend` is its URL; `timeLimit` is for one request, in
 * ms. Network faults count as failed checks; anything else thrown is a bug of the suite.
 */
export async function checkConformance(
  backend: string,
  { data = sandboxData, timeLimit = 40_000, only }: { data?: TestData; timeLimit?: number; only?: string } = {},
): Promise<readonly CheckResult[]> {
  const probe = new Probe(backend, data, timeLimit);
  const results: CheckResult[] = [];
  for (const check of checks) {
    if (only !== undefined && check.id !== only) continue;
    results.push({ check, failure: await runCheck(check, probe) });
  }
  return results;
}

async function runCheck(check: Check, probe: Probe): Promise<string | null> {
  try {
    await check.run(probe);
    return null;
  } catch (error) {
    if (error instanceof Nonconformance) return error.message;
    throw error;
  }
}
