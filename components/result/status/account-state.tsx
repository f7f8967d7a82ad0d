import { useTranslations } from 'next-intl';
import { Icon, type IconName } from '@/components/ui/icon';
import type { AccountStates, AccountStatus } from './paid-accounts';

const styles = {
  queued: { icon: 'clock', colour: 'text-ink-soft' },
  accepted: { icon: 'check', colour: 'text-success' },
  pending: { icon: 'clock', colour: 'text-warning' },
  review: { icon: 'warning', colour: 'text-warning' },
  refunded: { icon: 'info', colour: 'text-ink-soft' },
} as const satisfies Record<AccountStatus, { icon: IconName; colour: string }>;

/** What became of the money for one account of a payment of several: an icon and words in the colour of the status. */
function AccountState({ status }: { readonly status: AccountStatus }) {
  const t = useTranslations('result.accountPosting');
  const { icon, colour } = styles[status];
  return (
    <span className={`flex items-start gap-1.5 font-semibold ${colour}`}>
      <Icon name={icon} className="mt-0.5" />
      <span className="min-w-0">{t(status)}</span>
    </span>
  );
}

/** One for each status that an account can have. */
export const accountStates: AccountStates = {
  queued: <AccountState status="queued" />,
  accepted: <AccountState status="accepted" />,
  pending: <AccountState status="pending" />,
  review: <AccountState status="review" />,
  refunded: <AccountState status="refunded" />,
};
