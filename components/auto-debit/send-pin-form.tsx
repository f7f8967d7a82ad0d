import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { actions } from '@/lib/routes';
import { CardNotice } from './card-notice';
import { HomeLink } from './home-link';

interface SendPinFormProps {
  readonly autoDebit: AutoDebit;
  readonly idempotencyKey: string;
}

/** Sends the PIN, only to the number on the account: no form field can change it (security.md, row 20). */
export function SendPinForm({ autoDebit, idempotencyKey }: SendPinFormProps) {
  const t = useTranslations('autoDebit');
  const errors = useTranslations('errors');
  if (autoDebit.maskedMobileNumber === null) {
    return (
      <>
        <Notice tone="warning">{errors('noMobileNumber')}</Notice>
        <HomeLink />
      </>
    );
  }
  return (
    <Panel>
      <form method="post" action={actions.enableAutoDebit} className="grid gap-4">
        <input type="hidden" name="refid" value={autoDebit.refid} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <p>{t('sendText', { number: autoDebit.maskedMobileNumber })}</p>
        <CardNotice card={autoDebit.card} />
        <Button full icon="phone" testId="send-code">
          {t('send')}
        </Button>
      </form>
    </Panel>
  );
}
