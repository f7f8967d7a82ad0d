import { useTranslations } from 'next-intl';
import { Button, LinkButton } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { EnableForm } from './enable-form';

interface LinkStepProps {
  readonly autoDebit: AutoDebit;
  readonly idempotencyKey: string;
  readonly authorizeUrl: string | null;
}

/** The way to the account-linking service: begun by a post, which binds it to this visit, and gone by a link. */
export function LinkStep({ autoDebit, idempotencyKey, authorizeUrl }: LinkStepProps) {
  const t = useTranslations('autoDebit');
  return (
    <Panel title={t('linkTitle')}>
      <p className="mb-4">{t('linkText')}</p>
      {authorizeUrl === null ? (
        <EnableForm id="begin-link" autoDebit={autoDebit} idempotencyKey={idempotencyKey}>
          <Button full testId="auto-debit-enable">
            {t('enable')}
          </Button>
        </EnableForm>
      ) : (
        <LinkButton full href={authorizeUrl} testId="continue">
          {t('linkContinue')}
        </LinkButton>
      )}
    </Panel>
  );
}
