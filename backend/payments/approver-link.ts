import { createHash, timingSafeEqual } from 'node:crypto';
import { approvalParameter, originParameter, type ResultOrigin } from '@/lib/domain/payment/outcomes';
import type { Services } from '../services';
import type { Attempt, Order } from './model';

type Signing = Pick<Services, 'encryption'>;

/** Signs the number of an attempt for its approver's link: the token names nothing, and is good for this attempt only. Security, row 68. */
export function makeApproverToken({ encryption }: Signing, { number }: Pick<Attempt, 'number'>): string {
  return encryption.digest(number, 'approver link');
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether a token is that of the approver's link of an attempt. */
export function isApproverToken(
  signing: Signing,
  attempt: Pick<Attempt, 'number'>,
  token: string | undefined,
): boolean {
  return token !== undefined && timingSafeEqual(digestOf(token), digestOf(makeApproverToken(signing, attempt)));
}

/** Returns the link to the result of an attempt in an e-mail to its payer. */
export function makeResultLink(
  { publicOrigin }: Pick<Services, 'publicOrigin'>,
  { refid }: Pick<Order, 'refid'>,
  attempt: Pick<Attempt, 'result_route'>,
): URL {
  const link = new URL(attempt.result_route, publicOrigin);
  link.searchParams.set('refid', refid);
  link.searchParams.set(originParameter, 'email' satisfies ResultOrigin);
  return link;
}

/** Returns the link to the result of an attempt for the company's approver, to whom the payer may forward it. */
export function makeApproverLink(
  services: Signing & Pick<Services, 'publicOrigin'>,
  order: Pick<Order, 'refid'>,
  attempt: Attempt,
): URL {
  const link = makeResultLink(services, order, attempt);
  link.searchParams.set(approvalParameter, makeApproverToken(services, attempt));
  return link;
}
