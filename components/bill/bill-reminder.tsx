import { useTranslations } from 'next-intl';
import { OpensInNewTab } from '@/components/layout/opens-in-new-tab';
import { Disclosure } from '@/components/ui/disclosure';
import { LinkButton } from '@/components/ui/button';
import { getCalendarLinks } from '@/lib/domain/bill/bill-reminder';
import { billReminderPath } from '@/lib/routes';

interface BillReminderProps {
  /** `YYYY-MM-DD`. */
  readonly dueDate: string;
  /** The site's URL, for the calendar entry. */
  readonly siteUrl: string;
}

const calendars = ['google', 'outlook', 'yahoo'] as const;

/** Adds the due date to a calendar: as an .ics file or in a web calendar. Specification, section 1: billing reminder. */
export function BillReminder({ dueDate, siteUrl }: BillReminderProps) {
  const t = useTranslations('reminder');
  const links = getCalendarLinks({ dueDate, title: t('entryTitle'), text: t('entryText', { url: siteUrl }) });
  return (
    <Disclosure summary={t('title')}>
      <div data-testid="bill-reminder">
        <p className="text-ink-soft mb-3">{t('text')}</p>
        <div className="grid gap-2 sm:grid-cols-2">
          <LinkButton variant="secondary" href={billReminderPath(dueDate)}>
            {t('file')}
          </LinkButton>
          {calendars.map((name) => (
            <LinkButton key={name} variant="secondary" href={links[name]} target="_blank" rel="noopener noreferrer">
              {t(name)}
              <OpensInNewTab />
            </LinkButton>
          ))}
        </div>
      </div>
    </Disclosure>
  );
}
