import { useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import { LinkButton } from '@/components/ui/button';
import type { FormState } from '@/components/ui/form-state';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { limitsOfBill } from '@/lib/domain/amount-limits';
import type { Bill } from '@/lib/domain/bill';
import type { CommonConfig } from '@/lib/domain/common-config';
import { routes } from '@/lib/routes';
import { BillBarcode } from './bill-barcode';
import { BillDetails } from './bill-details';
import { PayForm } from './pay-form';

interface BillScreenProps {
  readonly bill: Bill;
  readonly config: CommonConfig;
  readonly form: FormState;
  readonly billToken: string;
  readonly idempotencyKey: string;
  readonly linkRefid?: string;
}

/** The bill view: the bill, and the form that pays it, unless the account is closed. */
export function BillScreen({ bill, config, ...rest }: BillScreenProps) {
  const t = useTranslations('bill');
  const isPayable = bill.accountStatus !== 'closed' && bill.currentBalance > 0;
  return (
    <PageShell title={t('title')} aside={<BillDetails bill={bill} />}>
      {bill.accountStatus === 'closed' ? (
        <Notice tone="warning" title={t('closedTitle')}>
          <p>{t('closedText')}</p>
        </Notice>
      ) : (
        <PayForm bill={bill} limits={limitsOfBill(bill, config)} {...rest} />
      )}
      <Panel>
        <BillBarcode text={bill.barcode} label={t('barcode')} hint={isPayable ? t('barcodeHint') : null} />
      </Panel>
      <p>
        <LinkButton href={routes.home} variant="quiet">
          {t('anotherAccount')}
        </LinkButton>
      </p>
    </PageShell>
  );
}
