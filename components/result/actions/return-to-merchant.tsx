'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Button, LinkButton } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import type { PaymentResult } from '@/lib/domain/payment/payment';

/** Seconds until the redirect to the merchant. */
const redirectAfter = 10;

interface ReturnToMerchantProps {
  /** The merchant's URL, verified by the backend, and the fields of `merchantBankResponseDto`. */
  readonly merchant: NonNullable<PaymentResult['returnToMerchant']>;
  /** Null: not known. */
  readonly name: string | null;
  /** Redirects after a countdown; otherwise the payer presses the button. */
  readonly isAutomatic: boolean;
  /** What the payer can do here instead: the first of the two. */
  readonly children?: ReactNode;
}

/**
 * Returns the payer to the merchant: a form post with hidden fields, or a link when there are none, out of a frame if there is one. The
 * countdown can be paused and resumed (WCAG 2.2.1). Without scripts there is only the button.
 */
export function ReturnToMerchant({ merchant, name, isAutomatic, children = null }: ReturnToMerchantProps) {
  const t = useTranslations('result');
  const form = useRef<HTMLFormElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const told = useRef<HTMLParagraphElement>(null);
  const card = useRef<HTMLDivElement>(null);

  function goToMerchant() {
    // The merchant chooses the field names: one named "submit" would shadow the form's method.
    if (form.current !== null) HTMLFormElement.prototype.submit.call(form.current);
    else link.current?.click();
  }
  const countdown = useCountdown({ seconds: redirectAfter, isEnabled: isAutomatic, card, told, onEnd: goToMerchant });

  function sayCountdown(seconds: number) {
    return name === null ? t('redirectCountdown', { seconds }) : t('redirectCountdownTo', { partner: name, seconds });
  }

  const variant = children === null ? 'primary' : 'secondary';
  const label = name === null ? t('returnToMerchant') : t('returnTo', { partner: name });
  const fields = Object.entries(merchant.fields);
  const control =
    fields.length === 0 ? (
      <LinkButton ref={link} variant={variant} testId="hand-over" href={merchant.url} target="_top">
        {label}
      </LinkButton>
    ) : (
      <form ref={form} method="post" action={merchant.url} target="_top" className="grid">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button variant={variant} testId="hand-over">
          {label}
        </Button>
      </form>
    );
  return (
    <div ref={card} className="print:hidden">
      <Panel>
        {isAutomatic ? (
          <>
            <div className="grid gap-3">
              <p
                ref={told}
                role="timer"
                data-testid="redirect-countdown"
                className="figures text-center noscript:hidden"
              >
                {countdown.isPaused ? t('redirectPaused') : sayCountdown(countdown.secondsLeft)}
              </p>
              {children}
              {control}
              <div className="grid noscript:hidden">
                <Button type="button" variant="quiet" onClick={countdown.toggle}>
                  {t(countdown.isPaused ? 'resumeRedirect' : 'pauseRedirect')}
                </Button>
              </div>
            </div>
            {countdown.isPaused ? null : <p className="text-ink-soft mt-3 text-center text-sm">{t('doNotRefresh')}</p>}
          </>
        ) : (
          <div className="grid gap-3">
            {children}
            {control}
          </div>
        )}
      </Panel>
    </div>
  );
}

/** Whether an element is in the window, as far as it is scrolled now. With large text a phone's first view ends above the countdown. */
function isInWindow(element: HTMLElement | null): boolean {
  const box = element?.getBoundingClientRect();
  return box !== undefined && box.bottom >= 0 && box.top <= window.innerHeight;
}

interface CountdownOptions {
  readonly seconds: number;
  readonly isEnabled: boolean;
  /** Holds what tells of the countdown and what leads to the merchant. */
  readonly card: RefObject<HTMLElement | null>;
  /** Tells of the countdown. */
  readonly told: RefObject<HTMLElement | null>;
  readonly onEnd: () => void;
}

/** Whether the payer has paused the countdown of this entry of the browser's history, which a reload keeps. */
function wasPaused(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'isPaused' in state && state.isPaused === true;
}

/**
 * Counts down in seconds while the browser is online and what tells of it is in the window, and calls `onEnd`. A press or a key elsewhere on the page, scrolling and printing it, and coming back to it
 * with the back button pause the countdown. Paused by its payer, it stays so when the page reloads with another outcome.
 */
function useCountdown({ seconds, isEnabled, card, told, onEnd }: CountdownOptions) {
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  const [isPaused, setIsPaused] = useState(false);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (!isEnabled || isPaused) return undefined;
    const timer = window.setInterval(() => {
      // Offline the browser would show its own error page in place of the result.
      if (!navigator.onLine || !isInWindow(told.current)) return;
      if (secondsLeft > 0) return setSecondsLeft(secondsLeft - 1);
      window.clearInterval(timer);
      end();
    }, 1_000);
    return () => window.clearInterval(timer);
  }, [isEnabled, isPaused, secondsLeft, told]);

  useEffect(() => {
    const pause = () => setIsPaused(true);
    if (wasPaused()) pause();
    // A payer who returns with the back button wants to read the page, whether it is reloaded or restored.
    const [navigation] = performance.getEntriesByType('navigation');
    if (navigation && 'type' in navigation && navigation.type === 'back_forward') pause();
    const pauseWhenRestored = (event: PageTransitionEvent) => event.persisted && pause();
    window.addEventListener('pageshow', pauseWhenRestored);
    // No redirect while the receipt is being printed.
    window.addEventListener('beforeprint', pause);
    // A payer who shares the receipt, copies a reference or scrolls by keyboard is not done with the page.
    const pauseElsewhere = ({ target }: Event) => {
      if (target instanceof Node && card.current?.contains(target) === false) pause();
    };
    document.addEventListener('click', pauseElsewhere);
    document.addEventListener('keydown', pauseElsewhere);
    // The payer scrolls, to read. Moving the focus scrolls the page without these events.
    document.addEventListener('wheel', pause);
    document.addEventListener('touchmove', pause);
    return () => {
      window.removeEventListener('pageshow', pauseWhenRestored);
      window.removeEventListener('beforeprint', pause);
      document.removeEventListener('click', pauseElsewhere);
      document.removeEventListener('keydown', pauseElsewhere);
      document.removeEventListener('wheel', pause);
      document.removeEventListener('touchmove', pause);
    };
  }, [card]);

  function toggle() {
    setIsPaused(!isPaused);
    // Merged with the state that Next keeps there.
    window.history.replaceState({ ...window.history.state, isPaused: !isPaused }, '');
  }

  return { secondsLeft, isPaused, toggle };
}
