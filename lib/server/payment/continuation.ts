import 'server-only';
import { getLocale } from 'next-intl/server';
import { cache } from 'react';
import { continuationGet } from '@/lib/contract/continuation';
import { paymentResult } from '@/lib/contract/payment';
import type { ResponseOf } from '@/lib/contract/call';
import type { Refid } from '@/lib/domain/payment/references';
import type { ContinuationStatus } from '@/lib/domain/payment/continuation';
import { failure, success, type Result } from '@/lib/domain/result';
import { callBackend, type BackendError } from '../backend/backend-client';

type Continuation = ResponseOf<typeof continuationGet>;

/** Returns what a link that continues a payment is for; null for one that is not known, or replaced by a later one. */
export async function loadContinuation(
  token: string,
  requestId: string | null,
): Promise<Result<Continuation | null, BackendError>> {
  const response = await callBackend(continuationGet, { token, language: await getLocale() }, { requestId });
  if (response.ok) return success(response.value);
  const { error } = response;
  return error.kind === 'problem' && error.code === 'unknown-continuation' ? success(null) : failure(error);
}

/** A payment that this visit continues on the payer's phone: its link, and how far the payment is. */
export interface ContinuedPayment {
  /** A link that is replaced counts as expired. */
  readonly link: ContinuationStatus;
  /** ISO 8601; null for a link that is replaced. */
  readonly validUntil: string | null;
  /** Changes whenever the page must be loaded again. */
  readonly state: string;
}

/**
 * Returns the state of a payment and of the link that continues it, asking no gateway: another visit may have begun the attempt. The page and its title
 * read it once.
 */
export const loadContinuedPayment = cache(
  async (refid: Refid, token: string, requestId: string | null): Promise<Result<ContinuedPayment, BackendError>> => {
    const [loaded, result] = await Promise.all([
      loadContinuation(token, requestId),
      callBackend(paymentResult, { refid, language: await getLocale() }, { requestId }),
    ]);
    if (!loaded.ok) return loaded;
    if (!result.ok) return failure(result.error);
    const link = loaded.value?.status ?? 'expired';
    return success({ link, validUntil: loaded.value?.validUntil ?? null, state: `${link} ${result.value.status}` });
  },
);
