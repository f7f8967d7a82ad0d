'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { ButtonLabel } from '@/components/ui/button-label';
import { StickyBar } from '@/components/ui/sticky-bar';
import { useHydrated } from '@/components/ui/use-hydrated';
import { listInstalmentTerms } from '@/lib/domain/payment/instalments';
import { formatRinggit } from '@/lib/domain/money';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';
import { useCarrierName, useWalletName } from '../methods/provider-names';
import type { PaymentView } from './payment-view';
import { TimeWarning } from './time-warning';

/**
 * Returns how the button pays: by the chosen method, or with its card, bank, wallet or carrier, or by the plan; null before that is chosen, when
 * the method alone would only make the button taller.
 */
function useChosenMethod(page: PaymentView): string | null {
  const t = useTranslations();
  const walletName = useWalletName();
  const carrierName = useCarrierName();
  const bankName = (banks: PaymentView['personalBanks'], id: string | null) =>
    banks.find((bank) => bank.id === id)?.name;
  // Selects the name, so that other changes do not render the bar.
  return usePaymentStore(({ paymentRequest: request, favouriteCardList: savedCards }) => {
    const { selectedPaymentMethod: method, cardDetails, cardDetailsEPP } = request;
    if (method === null) return null;
    const payWith = (name: string | null | undefined) => (name ? t('payment.payWith', { method, name }) : null);
    switch (method) {
      case 'savedCard': {
        const card = savedCards.find(({ uniqueCardId }) => uniqueCardId === cardDetails.uniqueCardId);
        // An expired one cannot pay.
        if (card?.isExpired !== false) return null;
        return payWith(t('payment.savedCardEnding', { brand: t(`cardBrands.${card.brand}`), lastFour: card.lastFour }));
      }
      case 'epp': {
        const term = listInstalmentTerms(page.instalmentPlans, page.total).find(
          ({ months }) => months === cardDetailsEPP.months,
        );
        return term === undefined
          ? null
          : t('payment.monthTermChoice', { months: term.months, amount: formatRinggit(term.monthly) });
      }
      case 'fpx':
        return payWith(bankName(page.personalBanks, request.fpxBankID));
      case 'fpxCorporate':
        return payWith(bankName(page.corporateBanks, request.fpxBankCorporateID));
      case 'wallet':
        return payWith(request.selectedWallet && walletName(request.selectedWallet));
      case 'dcb':
        return payWith(request.selectedDCB && carrierName(request.selectedDCB));
      default:
        return payWith(t(`methods.${method}`));
    }
  });
}

/**
 * The pay button, which states the amount and how it pays: for a payer whose last method is chosen already, it is all that there is to tap.
 * Without scripts it states the amount only, because another method may be chosen since.
 */
export function PayBar({ page }: { readonly page: PaymentView }) {
  const t = useTranslations('payment');
  const isHydrated = useHydrated();
  const payButton = useRef<HTMLButtonElement>(null);
  const chosenMethod = useChosenMethod(page);
  const isProcessing = usePaymentStore((state) => state.isPaymentProcessing);
  return (
    <StickyBar note={<TimeWarning payButton={payButton} />}>
      <SubmitButton
        ref={payButton}
        full
        // The status of the attempt under way is checked first, by the main button above.
        variant={page.isInProgress ? 'secondary' : 'primary'}
        icon="lock"
        testId="pay"
        busyLabel={t('paying')}
        busy={isProcessing}
      >
        <ButtonLabel detail={(isHydrated && chosenMethod) || undefined}>
          {t(page.isInProgress ? 'payAgain' : 'pay', { amount: formatRinggit(page.total) })}
        </ButtonLabel>
      </SubmitButton>
    </StickyBar>
  );
}
