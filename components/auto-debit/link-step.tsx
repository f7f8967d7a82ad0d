import { useTranslations } from 'next-intl';
import { Button, LinkButton } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { actions } from '@/lib/routes';

interface LinkStepProps {
  readonly refid: string;
  readonly idempotencyKey: string;
  readonly authorizeUrl: string | null;
  /** The page stands in a partner's frame. */
  readonly isFramed: boolean;
}

/**
 * The way to the account-linking service: begun by a post, which binds it to this visit, and gone by a link. A sign-in page does not let
 * itself be shown in a frame, and what binds a frame's visit does not hold outside of it: from there the way begins in a window of its
 * own. Specification, section 8: 'Please enable popups to continue'.
 */
export function LinkStep({ refid, idempotencyKey, authorizeUrl, isFramed }: LinkStepProps) {
  const t = useTranslations('autoDebit');
  const errors = useTranslations('errors');
  return (
    <Panel title={t('linkTitle')}>
      <p className="mb-4">{t('linkText')}</p>
      {authorizeUrl === null ? (
        <form
          method="post"
          action={actions.enableAutoDebit}
          target={isFramed ? '_blank' : undefined}
          className="grid gap-3"
        >
          <input type="hidden" name="refid" value={refid} />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <Button full>{t('enable')}</Button>
          {isFramed ? <p className="text-ink-soft text-center">{errors('enablePopups')}</p> : null}
        </form>
      ) : (
        <LinkButton full href={authorizeUrl} testId="continue">
          {t('linkContinue')}
        </LinkButton>
      )}
    </Panel>
  );
}
