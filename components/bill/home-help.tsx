import { useTranslations } from 'next-intl';
import { AccountNumberImage } from '@/components/layout/account-number-image';
import { Logo, type LogoName } from '@/components/layout/logo';
import { Disclosure } from '@/components/ui/disclosure';
import { Icon } from '@/components/ui/icon';
import { mainWallets } from '@/lib/domain/methods/wallet';
import { AccountNumberHelp } from './account-number-help';

/** Well-known logos of the methods that are named below the form, in that order. `methodsLogos` of messages/ names them. */
const methodLogos: readonly LogoName[] = ['fpx', 'duitnow', ...mainWallets, 'visa', 'mastercard'];

interface HomeHelpProps {
  /** Where to find the account number is open from the start. */
  readonly isAccountNumberInvalid: boolean;
  /** The name of the biller; null: it is not configured. */
  readonly biller: string | null;
  /** The site's. */
  readonly origin: string;
}

/** Help below or beside the lookup form: where to find the account number, how to know the site, how to pay, who is paid and why it is safe. */
export function HomeHelp({ isAccountNumberInvalid, biller, origin }: HomeHelpProps) {
  const t = useTranslations('home');
  const layout = useTranslations('layout');
  const questions = useTranslations('help.questions');
  return (
    <>
      <div>
        <AccountNumberHelp isInvalid={isAccountNumberInvalid}>
          <AccountNumberImage />
        </AccountNumberHelp>
        <Disclosure summary={questions('realSite.question')}>
          <p className="text-ink-soft">{questions('realSite.answer', { origin })}</p>
        </Disclosure>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 @min-[46rem]:grid-cols-1">
        <li className="flex gap-3">
          <Icon name="card" className="text-accent-ink mt-0.5" />
          <div>
            <h2 className="text-base">{t('methodsTitle')}</h2>
            <p className="text-ink-soft text-sm">{t('methodsText')}</p>
            <div role="img" aria-label={t('methodsLogos')} className="mt-2 flex flex-wrap gap-1.5">
              {methodLogos.map((name) => (
                <Logo key={name} name={name} />
              ))}
            </div>
          </div>
        </li>
        <li className="flex gap-3">
          <Icon name="lock" className="text-accent-ink mt-0.5" />
          <div>
            <h2 className="text-base">{t('safeTitle')}</h2>
            <p className="text-ink-soft text-sm">
              {biller === null ? null : `${layout('billPayments', { biller })} `}
              {t('safeText')}
            </p>
          </div>
        </li>
      </ul>
    </>
  );
}
