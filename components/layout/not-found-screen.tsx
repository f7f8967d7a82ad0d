import { useTranslations } from 'next-intl';
import { HomeLink } from './home-link';
import { MessageScreen } from './message-screen';

/** The 404 page. Specification, section 2. `path` is safe to show. */
export function NotFoundScreen({ path, isKiosk }: { readonly path: string; readonly isKiosk: boolean }) {
  const t = useTranslations('notFound');
  return (
    <MessageScreen icon="info" title={t('title', { path })} actions={<HomeLink isKiosk={isKiosk} variant="primary" />}>
      <p>{t('text')}</p>
    </MessageScreen>
  );
}
