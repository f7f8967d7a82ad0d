'use client';

import { useTranslations } from 'next-intl';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { StickyBar } from '@/components/ui/sticky-bar';
import { listInstalmentTerms } from '@/lib/domain/payment/instalments';
import { formatRinggit } from '@/lib/domain/money';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';
import { useCarrierName, useWalletName } from '../methods/provider-names';
import type { PaymentView } from './payment-view';
import { TimeWarning } from './time-warning';

/** Returns the name of the chosen method, or of its card, plan, bank, wallet or carrier; null before a choice. */
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
    switch (method) {
      case 'savedCard': {
        const card = savedCards.find(({ uniqueCardId }) => uniqueCardId === cardDetails.uniqueCardId);
        return card === undefined
          ? t('methods.savedCard')
          : t('payment.savedCardEnding', { brand: t(`cardBrands.${card.brand}`), lastFour: card.lastFour });
      }
      case 'epp': {
        const term = listInstalmentTerms(page.instalmentPlans, page.total).find(
          ({ months }) => months === cardDetailsEPP.months,
        );
        return term === undefined
          ? t('methods.epp')
          : t('payment.monthTermChoice', { months: term.months, amount: formatRinggit(term.monthly) });
      }
      case 'fpx':
        return bankName(page.personalBanks, request.fpxBankID) ?? t('methods.fpx');
      case 'fpxCorporate':
        return bankName(page.corporateBanks, request.fpxBankCorporateID) ?? t('methods.fpxCorporate');
      case 'wallet':
        return request.selectedWallet === null ? t('methods.wallet') : walletName(request.selectedWallet);
      case 'dcb':
        return request.selectedDCB === null ? t('methods.dcb') : carrierName(request.selectedDCB);
      default:
        return t(`methods.${method}`);
    }
  });
}

/** The total, the chosen method and the pay button. After an attempt with an unknown outcome it explains what trying again does. */
export function PayBar({ page }: { readonly page: PaymentView }) {
  const t = useTranslations('payment');
  const chosenMethod = useChosenMethod(page);
  const isProcessing = usePaymentStore((state) => state.isPaymentProcessing);
  const isOutcomeUnknown = usePaymentStore((state) => state.paymentAttempt && state.error?.isUnknown === true);
  const total = formatRinggit(page.total);
  return (
    <StickyBar
      label={chosenMethod ?? t('total')}
      amount={total}
      note={
        <>
          <TimeWarning />
          {isOutcomeUnknown ? <p className="text-ink-soft mb-3 text-sm">{t('attemptUnknown')}</p> : null}
        </>
      }
    >
      <SubmitButton full icon="lock" testId="pay" busyLabel={t('paying')} busy={isProcessing}>
        {t('pay', { amount: total })}
      </SubmitButton>
    </StickyBar>
  );
}
