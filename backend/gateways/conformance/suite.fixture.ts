import type { Gateway } from '../gateway';
import { beginChecks } from './begin-checks.fixture';
import { cancelChecks } from './cancel-checks.fixture';
import { chargeAndTokenChecks } from './charge-checks.fixture';
import type { Check } from './check.fixture';
import { enquiryChecks } from './enquiry-checks.fixture';
import { refundChecks } from './refund-checks.fixture';
import { reportChecks } from './report-checks.fixture';

export interface Operation {
  readonly name: string;
  readonly checks: readonly Check[];
  /** The optional members of the interface that belong to it. */
  readonly members: readonly (keyof Gateway)[];
}

/** The rules that every adapter follows (gateway.ts), by operation. */
export const conformanceSuite: readonly Operation[] = [
  { name: 'begin', checks: beginChecks, members: [] },
  { name: 'return and callback', checks: reportChecks, members: ['verifyDispute'] },
  { name: 'enquiry', checks: enquiryChecks, members: ['banks', 'checkCredentials'] },
  { name: 'refund', checks: refundChecks, members: ['refunds'] },
  { name: 'charge of a stored card', checks: chargeAndTokenChecks, members: ['charges', 'tokens'] },
  { name: 'cancel', checks: cancelChecks, members: ['withdraw', 'voidPayment'] },
];
