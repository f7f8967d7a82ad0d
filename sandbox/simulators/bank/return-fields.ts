import { randomBytes } from 'node:crypto';
import type { BankButton } from '../../scenarios/bank-buttons';
import type { BankStore } from './bank-store';
import type { BankPayment } from './bank-payment';
import type { GatewayProtocol, ReportFields } from './gateway-protocol';

/** An approved payment of another order; a fictitious one where the bank has none yet. */
function findOldPayment(bankStore: BankStore, payment: BankPayment): BankPayment {
  const dayMs = 24 * 60 * 60 * 1000;
  const at = new Date(bankStore.now() - dayMs).toISOString();
  const number = randomBytes(10).toString('hex');
  return (
    bankStore.findOldApproved(payment.rail, payment.number) ?? {
      ...payment,
      ...{ number, state: 'approved', reason: '', openedAt: at, decidedAt: at },
    }
  );
}

/** Returns the fields that the payer's browser returns with, depending on the button; null when it never returns. */
export function buildReturnFields(
  bankStore: BankStore,
  protocol: GatewayProtocol,
  payment: BankPayment,
  browserReturn: BankButton['browserReturn'],
): ReportFields | null {
  if (browserReturn === 'never') return null;
  if (browserReturn === 'tampered') {
    const honest = protocol.signReport({ ...payment, state: 'approved' }, 'return');
    return protocol.tamperWithAmount(honest, payment.amount + 100_00);
  }
  if (browserReturn === 'replayed') {
    return protocol.replaceNumber(protocol.signReport(findOldPayment(bankStore, payment), 'return'), payment.number);
  }
  return protocol.signReport(payment, 'return');
}
