import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { actions } from '@/lib/routes';
import { LinkAway } from './link-away';

interface LinkStepProps {
  readonly refid: string;
  readonly idempotencyKey: string;
  readonly authorizeUrl: string | null;
}

/** The way to the account-linking service: begun by a post, which binds it to this visit, and gone by a link. */
export function LinkStep({ refid, idempotencyKey, authorizeUrl }: LinkStepProps) {
  const t = useTranslations('autoDebit');
  const errors = useTranslations('errors');
  return (
    <Panel title={t('linkTitle')}>
      <p className="mb-4">{t('linkText')}</p>
      {authorizeUrl === null ? (
        <form method="post" action={actions.enableAutoDebit} className="grid">
          <input type="hidden" name="refid" value={refid} />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <Button full>{t('enable')}</Button>
        </form>
      ) : (
        <LinkAway href={authorizeUrl} label={t('linkContinue')} blocked={errors('enablePopups')} />
      )}
    </Panel>
  );
}
