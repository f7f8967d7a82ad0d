import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { CustomerService } from '@/lib/domain/customer-service';
import { routes } from '@/lib/routes';
import { CustomerServiceContact } from './customer-service-contact';

interface SiteFooterProps {
  /** False in a kiosk visit. */
  showLinks: boolean;
  customerService: CustomerService;
  /** The name of the biller; null: it is not configured, or a partner has sent the payer. */
  biller?: string | null;
  /** The year of the copyright line. */
  year: number;
  /** Further controls, for example the consent switch. */
  children?: ReactNode;
}

const linkClasses =
  'inline-flex min-h-tap min-w-tap items-center px-2 text-ink-soft underline underline-offset-4 hover:text-ink';

/** The footer of every page: links to help, privacy and terms, except in a kiosk visit, and the copyright line. */
export function SiteFooter({ showLinks, customerService, biller = null, year, children }: SiteFooterProps) {
  const t = useTranslations('layout');
  return (
    <footer data-testid="site-footer" className="border-line text-ink-soft border-t text-sm">
      <div className="max-w-wide mx-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4 sm:px-6">
        <p className="py-2">
          {t('copyright', { year: String(year) })} {biller === null ? null : `${t('billPayments', { biller })} `}
          {t('malaysiaTime')}
        </p>
        <CustomerServiceContact customerService={customerService} hasLinks={showLinks} />
        {showLinks ? (
          <nav aria-label={t('footerNavigation')} className="-mx-2 flex flex-wrap gap-x-2 print:hidden">
            <a href={routes.help} className={linkClasses}>
              {t('faq')}
            </a>
            <a href={routes.privacy} className={linkClasses}>
              {t('privacy')}
            </a>
            <a href={routes.terms} className={linkClasses}>
              {t('terms')}
            </a>
          </nav>
        ) : null}
        {children}
      </div>
    </footer>
  );
}
