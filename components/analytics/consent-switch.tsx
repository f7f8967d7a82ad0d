import { useTranslations } from 'next-intl';
import { actions } from '@/lib/routes';
import { ConsentToggle } from './consent-toggle';

/** Changes the consent, in the footer of every page. A server component: its messages need no translation code in the browser. */
export function ConsentSwitch({ returnTo }: { readonly returnTo: string }) {
  const t = useTranslations('analytics');
  return <ConsentToggle action={actions.setAnalyticsConsent} returnTo={returnTo} stop={t('stop')} start={t('start')} />;
}
