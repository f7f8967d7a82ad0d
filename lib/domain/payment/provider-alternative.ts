import { checkMethodAmount } from '../methods/method-table';
import { paymentMethods, type PaymentMethod } from '../methods/payment-methods';
import { sortWallets } from '../methods/wallet';
import { isDown } from './downtime';
import type { PaymentPage, ProviderHealth } from './payment';

type PageOfProviders = Pick<
  PaymentPage,
  | 'methods'
  | 'methodLimits'
  | 'total'
  | 'personalBanks'
  | 'corporateBanks'
  | 'wallets'
  | 'downtimes'
  | 'serverTime'
  | 'providerHealth'
>;

/** The providers of a method on a page that a payer can choose: their ids; null is the only one of a method without a choice. */
function listProviders(method: PaymentMethod, page: PageOfProviders): readonly (string | null)[] {
  const online = (banks: PaymentPage['personalBanks']) => banks.filter(({ isOnline }) => isOnline).map(({ id }) => id);
  switch (method) {
    case 'fpx':
      return online(page.personalBanks);
    case 'fpxCorporate':
      return online(page.corporateBanks);
    case 'wallet':
      return sortWallets(page.wallets);
    case 'm2u':
    case 'duitnowQr':
      return [null];
    default:
      return [];
  }
}

/** Whether a payer can choose a provider for this order now: it is offered, online, not down, and can pay the amount. */
function isOpen({ method, provider }: Pick<ProviderHealth, 'method' | 'provider'>, page: PageOfProviders): boolean {
  return (
    page.methods.includes(method) &&
    checkMethodAmount(method, page.total, page.methodLimits) === null &&
    listProviders(method, page).includes(provider) &&
    !isDown(provider === null ? [method] : [method, provider], page.downtimes, page.serverTime)
  );
}

/** Lists the providers of a method that a payer can choose and that are slow or failing just now, in the order of the page. */
export function listTroubledProviders(method: PaymentMethod, page: PageOfProviders): readonly ProviderHealth[] {
  const order = listProviders(method, page);
  return page.providerHealth
    .filter((one) => one.method === method && one.condition !== 'working' && isOpen(one, page))
    .toSorted((one, other) => order.indexOf(one.provider) - order.indexOf(other.provider));
}

/**
 * The methods in which an alternative is looked for. A DuitNow QR code is paid from the same account by the app of any bank or wallet; the other
 * banks of FPX come last, as a payer may have no account there. A company's account is never an alternative to a personal one.
 */
const alternativeMethods = [
  'duitnowQr',
  'm2u',
  'wallet',
  'fpx',
  'fpxCorporate',
] as const satisfies readonly PaymentMethod[];

/**
 * Returns what a payer can use in place of a method, or of a bank or wallet within it, that is slow or failing: a provider that this page offers for
 * this order, and that has just made payments. Null if there is none.
 */
export function findAlternative(method: PaymentMethod, page: PageOfProviders): ProviderHealth | null {
  const methods = alternativeMethods.filter((one) => one !== 'fpxCorporate' || method === 'fpxCorporate');
  const working = page.providerHealth.filter((one) => one.condition === 'working' && isOpen(one, page));
  for (const other of methods) {
    for (const provider of listProviders(other, page)) {
      const found = working.find((one) => one.method === other && one.provider === provider);
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** The methods whose providers' health is known, in the order of the page. */
export const methodsWithHealth: readonly PaymentMethod[] = paymentMethods.filter((method) =>
  alternativeMethods.some((one) => one === method),
);
