import { useTranslations } from 'next-intl';
import { AccountNumberImage } from '@/components/layout/account-number-image';
import { Icon } from '@/components/ui/icon';
import { AccountNumberHelp } from './account-number-help';

/**
 * What helps before an account number is typed: where it stands, how it can be paid, and why it is safe. `findAccount`: where it stands
 * is shown at once, as the number that was typed is none.
 */
export function HomeHelp({ findAccount }: { readonly findAccount: boolean }) {
  const t = useTranslations('home');
  return (
    <>
      <AccountNumberHelp isInvalid={findAccount}>
        <AccountNumberImage />
      </AccountNumberHelp>
      <ul className="grid gap-4 sm:grid-cols-2">
        <li className="flex gap-3">
          <Icon name="card" className="text-accent-ink mt-0.5" />
          <div>
            <h2 className="text-base">{t('methodsTitle')}</h2>
            <p className="text-ink-soft text-sm">{t('methodsText')}</p>
          </div>
        </li>
        <li className="flex gap-3">
          <Icon name="lock" className="text-accent-ink mt-0.5" />
          <div>
            <h2 className="text-base">{t('safeTitle')}</h2>
            <p className="text-ink-soft text-sm">{t('safeText')}</p>
          </div>
        </li>
      </ul>
    </>
  );
}
