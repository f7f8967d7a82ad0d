import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeRefunds } from '../../backend/refunds/fake-refunds.fixture';
import { requestRefund } from '../../backend/refunds/service';
import { holdLateMoney } from '../../backend/reviews/held-money.fixture';
import { payByFpx, sandboxControl, type TestBackend } from '../../backend/test-backend.fixture';

/** Pays RM138.78 by FPX; returns the gateway's reference and our number. */
export async function payAndFind(backend: TestBackend) {
  const refid = await payByFpx(backend);
  const number = backend.fpx.begun.at(-1)?.order.number ?? '';
  return { refid, number, reference: `ref-${number}` };
}

/** Pays RM138.78 for an order that was cancelled: the money is held for review. */
export async function payAndHold(backend: TestBackend) {
  const held = await holdLateMoney(backend);
  return { ...held, reference: `ref-${held.number}` };
}

/** A day in Malaysia, by the backend's clock. */
export function todayOf({ clock }: TestBackend): string {
  return new Date(clock.now().getTime() + 8 * 60 * 60_000).toISOString().slice(0, 10);
}

/** Returns an amount, in sen, of a credited payment by FPX, and takes its posting back. */
async function refund(backend: TestBackend, reference: string, amount: number): Promise<void> {
  backend.fpx.refunds = new FakeRefunds().byReference();
  const credit = await backend.store.db
    .selectFrom('credits')
    .select('id')
    .where('gateway', '=', 'fpx')
    .where('gateway_reference', '=', reference)
    .executeTakeFirstOrThrow();
  const requested = await requestRefund(backend.services, {
    ...{ source: { kind: 'credit', id: credit.id }, amount, reason: 'a part was not delivered' },
    requestedBy: { isNamed: true, name: 'aisyah' },
  });
  if (!requested.ok) throw new Error(requested.error.code);
  await backend.jobs.runDue();
}

export const examples = join(__dirname, '../../examples/settlement-files');

/**
 * Makes the payments that `examples/settlement-files/every-kind.csv` is about: FPX-2000002 two days ago; the others today, of which FPX-2000004
 * is held for review, RM30.00 of FPX-2000005 are refunded, and FPX-2000010 is not in the file. Writes the file with the references that they have; returns those by the example's.
 */
export async function payEveryKind(backend: TestBackend, file: string): Promise<ReadonlyMap<string, string>> {
  const references = new Map<string, string>();
  const pay = async (example: string, how = payAndFind) => references.set(example, (await how(backend)).reference);
  await pay('FPX-2000002');
  await backend.jobs.runDue();
  await sandboxControl(backend, 'clock', { advance: 'P2D' });
  for (const example of ['FPX-2000001', 'FPX-2000003', 'FPX-2000005', 'FPX-2000006', 'FPX-2000010']) await pay(example);
  await pay('FPX-2000004', payAndHold);
  await backend.jobs.runDue();
  await refund(backend, references.get('FPX-2000005') ?? '', 3_000);
  let text = readFileSync(join(examples, 'every-kind.csv'), 'utf8');
  for (const [example, reference] of references) text = text.replaceAll(example, reference);
  writeFileSync(file, text);
  return references;
}
