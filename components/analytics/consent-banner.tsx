import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { actions } from '@/lib/routes';
import { ConsentForm } from './consent-form';
import { ConsentPending } from './consent-pending';

/**
 * Asks for consent to analytics, above the page and never over it, with two equal buttons. A server component: its messages need no
 * translation code in the browser.
 */
export function ConsentBanner({ returnTo }: { readonly returnTo: string }) {
  const t = useTranslations('analytics');
  return (
    <ConsentPending>
      <section
        data-testid="analytics-question"
        aria-labelledby="consent-title"
        className="border-line bg-sunken border-b print:hidden"
      >
        <div className="max-w-wide mx-auto grid items-center justify-between gap-3 px-4 py-4 sm:px-6 md:flex">
          <div className="max-w-prose">
            {/* Before the heading of the page, so none itself. */}
            <p id="consent-title" className="font-semibold">
              {t('title')}
            </p>
            <p className="text-sm">{t('text')}</p>
          </div>
          <ConsentForm
            action={actions.setAnalyticsConsent}
            returnTo={returnTo}
            className="flex flex-wrap gap-3 md:shrink-0"
          >
            <Button variant="secondary" name="answer" value="yes" testId="analytics-allow">
              {t('allow')}
            </Button>
            <Button variant="secondary" name="answer" value="no" testId="analytics-refuse">
              {t('refuse')}
            </Button>
          </ConsentForm>
        </div>
      </section>
    </ConsentPending>
  );
}
