import { success } from '@/lib/domain/result';
import { calls } from '@/lib/contract/calls';
import { listReview } from '../operations/review-queue';
import { postCallback, redirectToBank, succeed, type TestBackend } from '../test-backend.fixture';

/** Money that is held for review: its order, the number of its attempt, and its entry in the review queue. */
export interface Held {
  readonly refid: string;
  readonly number: string;
  readonly entry: string;
}

async function entryOf(backend: TestBackend, refid: string): Promise<string> {
  const entries = (await listReview(backend.services)).filter((one) => one.refid === refid && one.amount !== null);
  const entry = entries.at(-1);
  if (entry === undefined) throw new Error('no money is held');
  return entry.id;
}

/** The payer gives the payment up, and the bank confirms it after that. */
export async function holdLateMoney(backend: TestBackend, amount?: number): Promise<Held> {
  const { refid, number } = await redirectToBank(backend);
  await succeed(backend, calls['payment.cancel'], { refid });
  backend.fpx.setStatus(number, 'successful', amount);
  await postCallback(backend, backend.fpx.sign(number, 'successful', amount));
  return { refid, number, entry: await entryOf(backend, refid) };
}

/** Two banks are paid for one order: the money of the second one is held. */
export async function holdSecondPayment(backend: TestBackend, order?: string): Promise<Held> {
  const first = await redirectToBank(backend, order);
  const second = await redirectToBank(backend, first.refid, 'PBB0233');
  for (const { number } of [first, second]) {
    backend.fpx.setStatus(number, 'successful');
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
  }
  return { refid: first.refid, number: second.number, entry: await entryOf(backend, first.refid) };
}

/** The code of one attempt is paid twice, as a QR code can be: the order is paid, and the second movement is held. */
export async function holdSecondMovement(backend: TestBackend): Promise<Held> {
  const { refid, number } = await redirectToBank(backend);
  backend.fpx.setStatus(number, 'successful');
  await postCallback(backend, backend.fpx.sign(number, 'successful'));
  const { verifyReport } = backend.fpx;
  jest.spyOn(backend.fpx, 'verifyReport').mockImplementationOnce((fields) => {
    const report = verifyReport.call(backend.fpx, fields);
    return report.ok ? success({ ...report.value, gatewayReference: 'second' }) : report;
  });
  await postCallback(backend, backend.fpx.sign(number, 'successful'));
  return { refid, number, entry: await entryOf(backend, refid) };
}
