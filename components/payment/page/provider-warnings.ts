import type { useTranslations } from 'next-intl';
import { locales, type Locale } from '@/lib/domain/locales';
import { isKnownWallet } from '@/lib/domain/methods/wallet';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { PaymentPage, ProviderHealth } from '@/lib/domain/payment/payment';
import { findAlternative, listTroubledProviders, methodsWithHealth } from '@/lib/domain/payment/provider-alternative';

/** The warning of a method whose only provider, or whose banks or wallets, are slow or failing just now. */
export interface ProviderWarning {
  /** Which they are, and what works instead. */
  readonly text: string;
  /** Their names in lists, with a mark, by the id of the bank or wallet. */
  readonly names: Readonly<Record<string, string>>;
}

export type ProviderWarnings = Readonly<Partial<Record<PaymentMethod, ProviderWarning>>>;

type Translate = ReturnType<typeof useTranslations<never>>;

/** The name of a provider as the payment page lists it. */
function nameOf({ method, provider }: ProviderHealth, page: PaymentPage, t: Translate): string {
  if (provider === null) return t(`methods.${method}`);
  if (method === 'wallet') return isKnownWallet(provider) ? t(`wallets.${provider}`) : provider;
  const banks = method === 'fpx' ? page.personalBanks : page.corporateBanks;
  return banks.find(({ id }) => id === provider)?.name ?? provider;
}

/** The name of an alternative, which may be one bank in another way: Maybank2u is a bank of FPX, too. */
function nameOfAlternative(of: PaymentMethod, found: ProviderHealth, page: PaymentPage, t: Translate): string {
  const isFpx = (method: PaymentMethod) => method === 'fpx' || method === 'fpxCorporate';
  if (found.method === 'm2u' && isFpx(of)) return t('providerHealth.m2uWithoutFpx');
  const name = nameOf(found, page, t);
  return isFpx(found.method) && !isFpx(of) ? t('providerHealth.byFpx', { bank: name }) : name;
}

function warningOf(method: PaymentMethod, page: PaymentPage, t: Translate, locale: Locale): ProviderWarning | null {
  const troubled = listTroubledProviders(method, page).map((one) => ({ ...one, name: nameOf(one, page, t) }));
  if (troubled.length === 0) return null;
  const list = new Intl.ListFormat(locales[locale].intlTag);
  const namesOf = (condition: ProviderHealth['condition']) =>
    troubled.filter((one) => one.condition === condition).map(({ name }) => name);
  const [failing, slow] = [namesOf('failing'), namesOf('slow')];
  const alternative = findAlternative(method, page);
  const sentences = [
    ...(failing.length > 0 ? [t('providerHealth.failing', { names: list.format(failing) })] : []),
    ...(slow.length > 0 ? [t('providerHealth.slow', { names: list.format(slow), count: slow.length })] : []),
    ...(alternative === null
      ? []
      : [t('providerHealth.working', { name: nameOfAlternative(method, alternative, page, t) })]),
  ];
  return {
    text: sentences.reduce((first, second) => t('providerHealth.joined', { first, second })),
    names: Object.fromEntries(
      troubled.flatMap(({ provider, condition, name }) =>
        provider === null
          ? []
          : [[provider, t(`providerHealth.${condition === 'failing' ? 'markedFailing' : 'markedSlow'}`, { name })]],
      ),
    ),
  };
}

/** Describes, by method, the providers that are slow or failing just now. Nothing is taken off the page: the payer chooses. */
export function describeProviderWarnings(page: PaymentPage, t: Translate, locale: Locale): ProviderWarnings {
  if (page.providerHealth.every(({ condition }) => condition === 'working')) return {};
  return Object.fromEntries(
    methodsWithHealth.flatMap((method) => {
      const warning = warningOf(method, page, t, locale);
      return warning === null ? [] : [[method, warning]];
    }),
  );
}
