import { useTranslations } from 'next-intl';
import { Button, LinkButton } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { EnableForm } from './enable-form';

interface AccountLinkingStepProps {
  readonly refid: string;
  readonly idempotencyKey: string;
  readonly authorizeUrl: string | null;
}

/** Account linking: a post starts it and binds it to this visit, then a link opens the service. */
export function AccountLinkingStep({ refid, idempotencyKey, authorizeUrl }: AccountLinkingStepProps) {
  const t = useTranslations('autoDebit');
  return (
    <Panel title={t('linkTitle')}>
      <p className="mb-4">{t('linkText')}</p>
      {authorizeUrl === null ? (
        <EnableForm refid={refid} leavesFrame idempotencyKey={idempotencyKey}>
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
