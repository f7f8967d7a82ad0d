import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import { LinkButton } from '@/components/ui/button';
import { DescriptionList } from '@/components/ui/description-list';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { Spinner } from '@/components/ui/spinner';
import { LinkCodeFigure } from '@/components/payment/presentment/code-figures';
import { formatTimeOfDay } from '@/lib/domain/format-time';
import { formatRinggit } from '@/lib/domain/money';
import type { ContinuationStatus } from '@/lib/domain/payment/continuation';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { paymentPath } from '@/lib/routes';
import { ContinueOnPhone } from './continue-on-phone';

/** Seconds between reloads without scripts. */
const refreshAfter = 5;

/** The title of each state: the page is loaded again when it changes. */
export const continuationTitles = {
  open: 'title',
  used: 'usedTitle',
  expired: 'expiredTitle',
} as const satisfies Record<ContinuationStatus, string>;

interface ContinueOnPhoneScreenProps {
  readonly page: Pick<PaymentPage, 'refid' | 'productName' | 'total'>;
  readonly link: ContinuationStatus;
  /** ISO 8601. */
  readonly validUntil: string | null;
  /** What the code opens. Absolute. */
  readonly url: string;
  /** Of a new code. */
  readonly idempotencyKey: string;
  /** Polls code and payment while scripts run. */
  readonly poller: ReactNode;
}

/**
 * The QR code that continues a payment on the payer's phone, until it is used or its time is over; then what happens there. The page changes by
 * itself, with or without scripts, and always leads back to paying here.
 */
export function ContinueOnPhoneScreen({
  page,
  link,
  validUntil,
  url,
  idempotencyKey,
  poller,
}: ContinueOnPhoneScreenProps) {
  const t = useTranslations('continuation');
  const order = useTranslations('waiting');
  const locale = useLocale();
  const isOpen = link === 'open';
  return (
    <PageShell title={t(continuationTitles[link])} lead={isOpen ? t('lead') : undefined}>
      <Panel>
        <div data-testid="continuation" data-status={link}>
          {isOpen ? (
            <LinkCodeFigure
              url={url}
              label={t('codeLabel')}
              caption={validUntil && t('validUntil', { time: formatTimeOfDay(validUntil, locale) })}
            />
          ) : link === 'used' ? (
            <Notice tone="info">
              <p>{t('usedText')}</p>
            </Notice>
          ) : (
            <Notice tone="warning">
              <p>{t('expiredText')}</p>
            </Notice>
          )}
        </div>
        <div className="mt-5">
          <DescriptionList
            rows={[
              { term: order('for'), value: page.productName },
              { term: order('amount'), value: formatRinggit(page.total), strong: true, testId: 'total-amount' },
            ]}
          />
        </div>
        {link === 'expired' ? null : (
          <>
            <noscript>
              <meta httpEquiv="refresh" content={String(refreshAfter)} />
            </noscript>
            {poller}
            <p role="status" className="text-ink-soft mt-5 flex items-start gap-2">
              <Spinner />
              {t(isOpen ? 'waiting' : 'following')}
            </p>
          </>
        )}
      </Panel>
      <div className="grid gap-3">
        {isOpen ? null : (
          <ContinueOnPhone
            refid={page.refid}
            idempotencyKey={idempotencyKey}
            label={t('newCode')}
            variant="secondary"
          />
        )}
        <LinkButton variant={isOpen ? 'secondary' : 'quiet'} href={paymentPath(page.refid)} testId="pay-here">
          {t('payHere')}
        </LinkButton>
      </div>
    </PageShell>
  );
}
