'use client';

import { useTranslations } from 'next-intl';
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import { useUserStore } from '@/lib/stores/user-store-provider';
import type { RememberedAccountCardProps } from './remembered-account-card';

/** The card is optional: if its code does not load, the payer uses the form below. */
const RememberedAccountCard = lazy<ComponentType<RememberedAccountCardProps>>(() =>
  import('./remembered-account-card').then(
    (loaded) => ({ default: loaded.RememberedAccountCard }),
    () => ({ default: () => null }),
  ),
);

/**
 * The room for the account that this device remembers, and its card once a script has read it. The server renders the room when a cookie says that
 * there is an account, so that nothing moves. Without scripts there is none.
 */
export function RememberedAccount({ idempotencyKey }: { readonly idempotencyKey: string }) {
  const account = useUserStore((state) => state.rememberedAccount);
  const remember = useUserStore((state) => state.remember);
  const [isRemoved, setRemoved] = useState(false);
  if (isRemoved) return <Removed />;
  return (
    <div className="grid min-h-112 min-[22.5rem]:min-h-98 sm:min-h-84 noscript:hidden" data-testid="remembered-room">
      {account === null ? null : (
        <Suspense>
          <RememberedAccountCard
            remembered={account}
            idempotencyKey={idempotencyKey}
            onRemove={() => {
              remember({ rememberedAccount: null });
              setRemoved(true);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Takes the focus of the button that is gone, and is read out by it. */
function Removed() {
  const t = useTranslations('rememberedAccount');
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <p ref={text} tabIndex={-1} className="text-ink-soft">
      {t('removed')}
    </p>
  );
}
