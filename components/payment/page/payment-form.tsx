'use client';

import { useState, type ReactNode } from 'react';
import { useAnalytics } from '@/components/analytics/use-analytics';
import { makeBackendClock } from '@/components/payment/card/backend-clock';
import { makeCardEncryption } from '@/components/payment/card/encrypt-card-fields';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { DefaultButton } from '@/components/ui/default-button';
import { Panel } from '@/components/ui/panel';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { actions } from '@/lib/routes';
import type { PaymentRequest } from '@/lib/stores/payment-store';
import { PaymentStoreProvider, usePaymentStore, usePaymentStoreApi } from '@/lib/stores/payment-store-provider';
import { UserStoreProvider, useUserStore } from '@/lib/stores/user-store-provider';
import { AutoDebitOption } from './auto-debit-option';
import { ContactFields } from './contact-fields';
import { renderedChoices } from './choices';
import { paymentFieldOrder } from './field-order';
import { MethodChoice } from '../methods/method-choice';
import { PayBar } from './pay-bar';
import { PaymentChoices } from './payment-choices';
import type { PaymentView } from './payment-view';
import { ReloadWhenRestored } from './reload-when-restored';

/** What the language switch keeps, with the payment that it belongs to. */
const keptWithReference = ['refid', ...retainedFields.payment];

interface PaymentFormProps {
  readonly page: PaymentView;
  readonly form: FormState;
  readonly idempotencyKey: string;
  /** Another question below the form. */
  readonly children?: ReactNode;
}

/** The one form that pays, with its stores. One question is asked at a time: what is below it is away while a card's removal is asked about. */
export function PaymentForm({ children, ...props }: PaymentFormProps) {
  const { page, form } = props;
  const [rendered] = useState(() => renderedChoices(page, form));
  return (
    <UserStoreProvider>
      <PaymentStoreProvider
        initial={{ refid: page.refid, paymentRequest: rendered, favouriteCardList: page.savedCards }}
      >
        <StoredPaymentForm {...props} rendered={rendered} />
        <UnlessRemovingCard>{children}</UnlessRemovingCard>
      </PaymentStoreProvider>
    </UserStoreProvider>
  );
}

function UnlessRemovingCard({ children }: { readonly children: ReactNode }) {
  const isAsking = usePaymentStore((state) => state.cardRemoval !== null);
  return isAsking ? null : children;
}

interface StoredPaymentFormProps extends Omit<PaymentFormProps, 'children'> {
  /** The choices as the server rendered them. */
  readonly rendered: PaymentRequest;
}

/** The server holds the amount: `shownAmount` says only which total the payer agreed to. */
function StoredPaymentForm({ page, form, rendered, idempotencyKey }: StoredPaymentFormProps) {
  const store = usePaymentStoreApi();
  const { trackMethod } = useAnalytics();
  const remember = useUserStore((state) => state.remember);
  const [now] = useState(() => makeBackendClock(page.serverTime));
  const [encryptCardFields] = useState(() => makeCardEncryption(page.cardEncryptionKey, now));
  return (
    <Panel>
      <Form
        id="payment"
        action={actions.pay}
        state={form}
        fieldOrder={paymentFieldOrder}
        loadSchema={async () => {
          const { paymentFormSchema } = await import('@/lib/domain/forms/payment-form');
          // Outages are the server's to tell: it knows of new ones.
          return paymentFormSchema({ ...page, downtimes: [], now: now() });
        }}
        idempotencyKey={idempotencyKey}
        keep={{ form: 'payment', fields: keptWithReference }}
        hiddenFields={{ refid: page.refid, shownAmount: page.total }}
        prepare={encryptCardFields}
        onStart={() => {
          const { initPaymentStarted, paymentRequest } = store.getState();
          initPaymentStarted();
          rememberChoices(paymentRequest);
        }}
        onError={({ isUnknown }) => store.getState().initPaymentError({ isUnknown })}
        className="grid gap-6"
      >
        {page.savedCards.length > 0 ? <DefaultButton /> : null}
        <MethodChoice page={page} form={form} rendered={rendered} />
        {page.autoDebitOption === 'not-offered' ? null : <AutoDebitOption />}
        <ContactFields customer={page.customer} />
        <PayBar page={page} />
        <PaymentChoices page={page} rendered={rendered} wasSent={Object.keys(form.values).length > 0} />
        <ReloadWhenRestored />
      </Form>
    </Panel>
  );

  /** For the next time on this device: the method and the FPX banks. */
  function rememberChoices({ selectedPaymentMethod, fpxBankID, fpxBankCorporateID }: PaymentRequest) {
    if (selectedPaymentMethod !== null) {
      trackMethod('payment_attempt', selectedPaymentMethod);
      remember({ lastMethod: selectedPaymentMethod });
    }
    if (fpxBankID !== null) remember({ lastPersonalBank: fpxBankID });
    if (fpxBankCorporateID !== null) remember({ lastCorporateBank: fpxBankCorporateID });
  }
}
