import { useTranslations } from 'next-intl';
import type { Consent } from '@/lib/analytics/consent';
import { ConsentForm } from './consent-form';

const look =
  'min-h-tap min-w-tap text-ink-soft hover:text-ink cursor-pointer px-2 text-start underline underline-offset-4';

interface ConsentSwitchProps {
  readonly consent: Exclude<Consent, 'off'>;
  readonly returnTo: string;
}

/** Takes an answer back, at the foot of every page. Both buttons are there: a script shows the other one without a new page. */
export function ConsentSwitch({ consent, returnTo }: ConsentSwitchProps) {
  const t = useTranslations('analytics');
  return (
    <ConsentForm returnTo={returnTo} className="-mx-2 print:hidden" isHidden={consent === 'unasked'}>
      <button name="answer" value="no" className={look} hidden={consent !== 'yes'} data-testid="analytics-stop">
        {t('stop')}
      </button>
      <button name="answer" value="yes" className={look} hidden={consent !== 'no'} data-testid="analytics-start">
        {t('start')}
      </button>
    </ConsentForm>
  );
}
