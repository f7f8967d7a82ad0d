import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';

/** Link to quick pay home when there is nothing more to do. */
export function HomeLink() {
  const t = useTranslations('autoDebit');
  return (
    <LinkButton variant="secondary" href={routes.home}>
      {t('backHome')}
    </LinkButton>
  );
}
