import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';

/** What the whole site shows while it is closed. Specification, section 2, Layout. */
export function MaintenanceScreen() {
  const t = useTranslations('maintenance');
  return (
    <div data-testid="maintenance" className="max-w-page mx-auto px-4 py-16 text-center sm:px-6">
      <span className="bg-accent-soft text-accent-ink mx-auto grid size-16 place-items-center rounded-full">
        <Icon name="clock" className="size-8" />
      </span>
      <h1 className="mt-6 text-2xl tracking-tight">{t('title')}</h1>
      <p className="text-ink-soft mt-3 text-lg">{t('text')}</p>
    </div>
  );
}
