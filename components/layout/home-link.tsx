import { useTranslations } from 'next-intl';
import { LinkButton, type ButtonVariant } from '@/components/ui/button';
import { routes } from '@/lib/routes';

interface HomeLinkProps {
  /** The page is shown at a kiosk, which must not link elsewhere: no link. */
  readonly isKiosk?: boolean;
  readonly variant?: ButtonVariant;
}

/** The link to quick pay home. */
export function HomeLink({ isKiosk = false, variant = 'secondary' }: HomeLinkProps) {
  const t = useTranslations('layout');
  if (isKiosk) return null;
  return (
    <LinkButton variant={variant} href={routes.home}>
      {t('goHome')}
    </LinkButton>
  );
}
