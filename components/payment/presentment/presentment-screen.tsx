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
  /** The partner whose order is paid; null for the biller's bills. */
  readonly payee: string | null;
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
export function PresentmentScreen(props: PresentmentScreenProps) {
  const { page, payee, code, expiresAt, poller, timeLeft, printButton } = props;
  const t = useTranslations('waiting');
  const payment = useTranslations('payment');
  const locale = useLocale();
  const isQr = code.kind === 'qr';
  const merchant = isQr ? readQrMerchantName(code.text) : null;
  // As the payer's app shows it, and for whom.
  const paidTo = merchant === null || payee === null ? merchant : t('paidToInApp', { payee, merchant });
  return (
    <PageShell title={t(isQr ? 'qrTitle' : 'counterTitle')} lead={t(isQr ? 'qrLead' : 'counterLead')} wide>
      <Panel>
        {/* In a wide window the code is in the first column, and all else in the second: the rows, the actions, what to do. */}
        <div className="grid grid-cols-1 items-start gap-3 @min-[46rem]:grid-cols-[3fr_2fr] @min-[46rem]:grid-rows-[auto_auto_auto_1fr] @min-[46rem]:gap-x-8 @min-[46rem]:gap-y-5">
          <div className="min-w-0 @min-[46rem]:row-span-4">
            <div className="mb-2 print:hidden">{poller}</div>
            <dl className="mb-3 flex flex-wrap justify-center gap-x-3 text-lg font-bold">
              <dt>{t('amount')}</dt>
              <dd data-testid="total-amount" className="figures">
                {formatRinggit(page.total)}
              </dd>
            </dl>
            {isQr ? (
              <QrFigure code={code} label={t('qrLabel')} />
            ) : (
              <BarcodeFigure code={code} label={t('counterLabel')} />
            )}
          </div>
          {/* In a phone's first view with the whole code: a phone cannot scan its own screen. */}
          <div className="grid min-w-0 gap-3 @min-[46rem]:col-start-2 @min-[46rem]:row-start-2 print:hidden">
            <div className="flex flex-wrap gap-2 *:grow">
              <LinkButton variant="secondary" href={paymentCodePath(page.refid)} download="">
                {t('save')}
              </LinkButton>
              {printButton}
            </div>
            {isQr ? <p className="text-ink-soft hidden pointer-coarse:grid">{t('qrOnThisPhone')}</p> : null}
          </div>
          <div className="min-w-0 max-md:mt-2 @min-[46rem]:col-start-2 @min-[46rem]:row-start-1">
            <DescriptionList
              rows={[
                ...(paidTo === null ? [] : [{ term: t('paidTo'), value: paidTo, testId: 'qr-merchant' }]),
                { term: t('for'), value: page.productName, testId: 'product-name' },
                ...listAccountRow(page, payment('account')),
                ...listAccountRows(page, payment('account')),
                { term: t('validUntil'), value: formatMoment(expiresAt, locale), testId: 'code-expiry' },
              ]}
            />
          </div>
          <div className="grid min-w-0 gap-3 max-md:mt-2 @min-[46rem]:col-start-2 @min-[46rem]:row-start-4 print:hidden">
            {isQr ? (
              <ol className="list-decimal space-y-1 ps-5">
                <li>{t('qrStepOpen')}</li>
                <li>{t('qrStepScan')}</li>
                <li>{t('qrStepApprove')}</li>
              </ol>
            ) : null}
            <p className="text-ink-soft text-sm">{t('changesItself')}</p>
          </div>
          <div className="grid min-w-0 @min-[46rem]:col-start-2 @min-[46rem]:row-start-3 print:hidden">
            <LinkButton variant="quiet" href={paymentPath(page.refid)}>
              {t('otherMethod')}
            </LinkButton>
          </div>
        </div>
        <noscript>
          <meta httpEquiv="refresh" content={String(refreshAfter)} />
        </noscript>
        {timeLeft}
      </Panel>
    </PageShell>
  );
}
