'use client';

import { useRef, type ReactNode } from 'react';
import { usePaymentStatus } from './use-payment-status';

interface PaymentStatusPollerProps {
  /** The outcomes, or other states of the status, that need no reload. */
  readonly currentOutcomes: readonly string[];
  readonly statusUrl: string;
  /** The backend's time (ISO 8601) when the page was rendered: an attempt of this visit that is later needs a reload, whatever its outcome. */
  readonly renderedAt?: string;
  /** Shown while polls get a response. */
  readonly children?: ReactNode;
  /** Shown in their place while polls get none. */
  readonly offlineText?: string;
  /** Handles an attempt of this visit that is later than `renderedAt`, in place of the reload. Returns whether it has. */
  readonly onLaterAttempt?: (outcome: unknown) => boolean;
  /** The status was polled several times, for about 8 s, and needs no reload. */
  readonly onUnchanged?: () => void;
}

/** Polls after which a status counts as unchanged. */
const pollsUntilUnchanged = 3;

/** Polls a payment's status until it changes, then reloads the document, because each outcome has its own CSP. */
export function PaymentStatusPoller({
  currentOutcomes,
  statusUrl,
  renderedAt,
  children,
  offlineText,
  onLaterAttempt,
  onUnchanged,
}: PaymentStatusPollerProps) {
  const unchanged = useRef(0);
  const isOffline = usePaymentStatus(statusUrl, (body) => {
    const outcome = 'status' in body ? body.status : null;
    const attemptedAt = 'attemptedAt' in body ? String(body.attemptedAt) : '';
    const isLater = renderedAt !== undefined && Date.parse(attemptedAt) > Date.parse(renderedAt);
    if (outcome === null || (!isLater && currentOutcomes.some((current) => current === outcome))) {
      unchanged.current += 1;
      if (unchanged.current === pollsUntilUnchanged) onUnchanged?.();
      return false;
    }
    // Not another visit's: the page tells of that.
    if (isLater && onLaterAttempt?.(outcome)) return true;
    // The new outcome is at the page's start, and the browser restores where the page was scrolled to.
    window.scrollTo(0, 0);
    // Once: a second reload would abort a slow first one.
    window.location.reload();
    return true;
  });
  if (offlineText === undefined) return children;
  return (
    <div role="status" className="text-ink-soft text-center text-balance">
      {isOffline ? offlineText : children}
    </div>
  );
}
