import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import { LinkButton } from '@/components/ui/button';
import { DescriptionList } from '@/components/ui/description-list';
import { Panel } from '@/components/ui/panel';
import { formatRinggit } from '@/lib/domain/money';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { readQrMerchantName } from '@/lib/domain/payment/qr-merchant';
import { formatMoment } from '@/lib/domain/format-time';
import { paymentCodePath, paymentPath } from '@/lib/routes';
import { listAccountRow, listAccountRows } from '../account-rows';
import type { PresentmentCode } from './draw-code';
import { BarcodeFigure, QrFigure } from './code-figures';

/** Seconds between reloads without scripts. */
const refreshAfter = 3;

interface PresentmentScreenProps {
  readonly page: Pick<PaymentPage, 'refid' | 'productName' | 'accountEnding' | 'accounts' | 'total'>;
  readonly code: PresentmentCode;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Says that the payment is awaited, and polls its status while scripts run. */
  readonly poller: ReactNode;
  /** Announces that the code is about to expire. */
  readonly timeLeft: ReactNode;
  readonly printButton: ReactNode;
}

/** A barcode or QR code to pay elsewhere, with the amount, the account and the expiry. The page changes to the result by itself, with or without scripts. */
export function PresentmentScreen({ page, code, expiresAt, poller, timeLeft, printButton }: PresentmentScreenProps) {
  const t = useTranslations('waiting');
  const payment = useTranslations('payment');
  const locale = useLocale();
  const isQr = code.kind === 'qr';
  const merchant = isQr ? readQrMerchantName(code.text) : null;
  return (
    <PageShell title={t(isQr ? 'qrTitle' : 'counterTitle')} lead={t(isQr ? 'qrLead' : 'counterLead')} wide>
      <Panel>
        <div className="grid grid-cols-1 items-start gap-5 @min-[46rem]:grid-cols-[3fr_2fr] @min-[46rem]:gap-x-8">
          <div className="min-w-0">
            <div className="mb-2 print:hidden">{poller}</div>
            <DescriptionList
              rows={[{ term: t('amount'), value: formatRinggit(page.total), strong: true, testId: 'total-amount' }]}
            />
            <div className="mt-3 grid gap-3">
              {isQr ? (
                <QrFigure code={code} label={t('qrLabel')} />
              ) : (
                <BarcodeFigure code={code} label={t('counterLabel')} />
              )}
              {/* In a phone's first view with the whole code: a phone cannot scan its own screen. */}
              <LinkButton variant="secondary" href={paymentCodePath(page.refid)} download="">
                {t('save')}
              </LinkButton>
              {isQr ? <p className="text-ink-soft hidden pointer-coarse:grid">{t('qrOnThisPhone')}</p> : null}
            </div>
          </div>
          <div className="min-w-0">
            <DescriptionList
              rows={[
                // As the payer's app shows it.
                ...(merchant === null ? [] : [{ term: t('paidTo'), value: merchant, testId: 'qr-merchant' }]),
                { term: t('for'), value: page.productName, testId: 'product-name' },
                ...listAccountRow(page, payment('account')),
                ...listAccountRows(page, payment('account')),
                { term: t('validUntil'), value: formatMoment(expiresAt, locale), testId: 'code-expiry' },
              ]}
            />
            <p className="text-ink-soft mt-5 text-sm print:hidden">{t('changesItself')}</p>
          </div>
        </div>
        <noscript>
          <meta httpEquiv="refresh" content={String(refreshAfter)} />
        </noscript>
        {timeLeft}
      </Panel>
      <div className="grid gap-3 sm:flex sm:justify-center print:hidden">
        {printButton}
        <LinkButton variant="quiet" href={paymentPath(page.refid)}>
          {t('otherMethod')}
        </LinkButton>
      </div>
    </PageShell>
  );
}
