import { useTranslations } from 'next-intl';
import { OpensInNewTab } from '@/components/layout/opens-in-new-tab';
import type { PaymentView } from '@/components/payment/page/payment-view';
import { fpxTermsUrl } from '@/lib/domain/methods/fpx';
import { formatRinggit } from '@/lib/domain/money';

/** FPX's terms and conditions, which PayNet requires before a payment. A kiosk has no way back from another page: it shows the text only. */
export function FpxTerms({ page }: { readonly page: Pick<PaymentView, 'total' | 'isInProgress' | 'isKiosk'> }) {
  const t = useTranslations('payment');
  return (
    <p className="text-ink-soft text-sm" data-testid="fpx-terms">
      {t.rich('fpxTerms', {
        button: t(page.isInProgress ? 'payAgain' : 'pay', { amount: formatRinggit(page.total) }),
        link: (text) =>
          page.isKiosk ? (
            text
          ) : (
            <a href={fpxTermsUrl} target="_blank" rel="noopener noreferrer">
              {text}
              <OpensInNewTab />
            </a>
          ),
      })}
    </p>
  );
}
