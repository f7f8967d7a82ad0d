import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { ShareButton } from '@/components/ui/share-button';
import { makeWhatsAppShareUrl } from '@/lib/domain/share-links';
import { OpensInNewTab } from './opens-in-new-tab';

interface ShareActionsProps {
  /** What is sent, with the link. */
  readonly text: string;
  /** The link by itself, to copy. Absolute. */
  readonly url: string;
}

/** Sends a link to somebody: with the share dialog of a phone, by WhatsApp, or copied. Without scripts by WhatsApp, or the link to select. */
export function ShareActions({ text, url }: ShareActionsProps) {
  const t = useTranslations('sharing');
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <ShareButton label={t('share')} copiedLabel={t('textCopied')} refusedLabel={t('linkNotCopied')} text={text} />
      <LinkButton
        variant="secondary"
        testId="share-whatsapp"
        href={makeWhatsAppShareUrl(text)}
        target="_blank"
        rel="noopener noreferrer"
        referrerPolicy="no-referrer"
      >
        {t('whatsApp')}
        <OpensInNewTab />
      </LinkButton>
      <CopyButton text={url} label={t('copyLink')} doneLabel={t('linkCopied')} refusedLabel={t('linkNotCopied')} />
      <p className="hidden sm:col-span-2 noscript:block">
        <span className="text-ink-soft">{t('link')}</span>{' '}
        <span data-testid="share-link" className="font-mono text-sm break-all select-all">
          {url}
        </span>
      </p>
    </div>
  );
}
