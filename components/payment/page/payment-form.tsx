'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useAnalytics } from '@/components/analytics/use-analytics';
import { createBackendClock } from '@/components/payment/card/backend-clock';
import { createCardEncryption } from '@/components/payment/card/encrypt-card-fields';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { DefaultButton } from '@/components/ui/default-button';
import { Panel } from '@/components/ui/panel';
import { useOnlineStatus } from '@/components/ui/use-online-status';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { isKnownWallet } from '@/lib/domain/methods/wallet';
import { actions } from '@/lib/routes';
import type { PaymentRequest } from '@/lib/stores/payment-store';
import { PaymentStoreProvider, usePaymentStore, usePaymentStoreApi } from '@/lib/stores/payment-store-provider';
import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';
import { UserStoreProvider, useUserStore } from '@/lib/stores/user-store-provider';
import { ReceiptEmailField, PhoneNumberField } from './contact-fields';
import { initialChoices, isChoosable, listMethods } from './choices';
import { paymentFieldOrder } from './field-order';
import { MethodChoice } from '../methods/method-choice';
import { NoMethodNotice } from '../methods/no-method-notice';
import { PayBar } from './pay-bar';
import { PaymentChoices } from './payment-choices';
import type { PaymentView } from './payment-view';
import { ReloadWhenRestored } from './reload-when-restored';
import { useOutcomeUnknown } from './use-outcome-unknown';

/** The fields that the language switch carries over, with the payment's reference. */
const draftFields = ['refid', ...retainedFields.payment];

const loadRules = () => import('@/lib/domain/forms/payment-form');
/** Not with `lazy`, which keeps a failure: offline this fails, and it is loaded once there is a connection. */
const loadLostAttempt = () => import('./lost-attempt');
/** Without its code the payer is told by the next press. */
const ignore = () => undefined;

interface PaymentFormProps {
  readonly page: PaymentView;
  readonly form: FormState;
  readonly idempotencyKey: string;
  /** What to read before choosing a method. */
  readonly notice?: ReactNode;
  /** The confirmation that the payment repeats a recent one. */
  readonly payAgain?: ReactNode;
  /** Content below the form. */
  readonly children?: ReactNode;
}

/** The payment form with its stores. `children` are hidden while the payer confirms the removal of a card. */
export function PaymentForm({ children, ...props }: PaymentFormProps) {
  const { page, form } = props;
  const [rendered] = useState(() => initialChoices(page, form));
  return (
    <UserStoreProvider isSharedDevice={isKioskReference(page.refid)}>
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
  const isConfirming = usePaymentStore((state) => state.cardRemoval !== null);
  return isConfirming ? null : children;
}

interface StoredPaymentFormProps extends Omit<PaymentFormProps, 'children'> {
  /** The choices as the server rendered them. */
  readonly rendered: PaymentRequest;
}

/**
 * `shownAmount` is only the total that the payer saw; the server knows the amount. After an attempt with an unknown outcome the form says what trying
 * again does.
 */
function StoredPaymentForm({ page, form, rendered, idempotencyKey, notice, payAgain }: StoredPaymentFormProps) {
  const t = useTranslations('payment');
  const store = usePaymentStoreApi();
  const { trackMethod } = useAnalytics();
  const remember = useUserStore((state) => state.remember);
  const isUnknown = useOutcomeUnknown();
  const isOnline = useOnlineStatus();
  /** Not forgotten by a later press that is not sent, or that is refused before the attempt is known. */
  const wasUnknown = useRef(false);
  const isCancelQuestionOpen = usePaymentStore((state) => state.isCancelQuestionOpen);
  const hasSavedCards = usePaymentStore((state) => state.favouriteCardList.length > 0);
  const canPay = listMethods(page, hasSavedCards).some((method) => isChoosable(method, page, form.values));
  /** Finds an attempt whose answer was lost. */
  const [lostAttempt, setLostAttempt] = useState<Awaited<ReturnType<typeof loadLostAttempt>> | null>(null);
  const [wasRepeated, setWasRepeated] = useState(false);
  const [unknownKey, setUnknownKey] = useState<'attemptUnknown' | 'attemptNotFound'>('attemptUnknown');
  const [now] = useState(() => createBackendClock(page.serverTime));
  const [encryptCardFields] = useState(() => createCardEncryption(page.cardEncryptionKey, now));

  useEffect(() => {
    if (isUnknown && isOnline) loadLostAttempt().then(setLostAttempt, ignore);
  }, [isUnknown, isOnline]);

  return (
    <Panel>
      <Form
        id="payment"
        action={actions.pay}
        state={form}
        fieldOrder={paymentFieldOrder}
        loadSchema={async () => {
          const { paymentFormSchema } = await loadRules();
          // The server checks outages, since its data is current.
          return paymentFormSchema({ ...page, downtimes: [], now: now() });
        }}
        idempotencyKey={idempotencyKey}
        draft={{ form: 'payment', fields: draftFields }}
        hiddenFields={{ refid: page.refid, shownAmount: page.total }}
        prepare={async (fields) => {
          // The payment is started with this contact. Without the code of the rules the server checks it, and it is not remembered.
          await loadRules().then((rules) => remember(rules.parseTypedContact(fields, page.customer)), ignore);
          return encryptCardFields(fields);
        }}
        isAborted={isCancelQuestionOpen}
        advice={isUnknown ? t(isOnline ? unknownKey : 'attemptUnknownOffline') : undefined}
        onStart={() => {
          setUnknownKey('attemptUnknown');
          // While there is a connection: it is needed when the answer is lost.
          loadLostAttempt().catch(ignore);
          const { initPaymentStarted, paymentRequest } = store.getState();
          initPaymentStarted();
          rememberChoices(paymentRequest);
        }}
        onError={(error) => {
          wasUnknown.current ||= error.isUnknown;
          store.getState().initPaymentError({ isUnknown: wasUnknown.current });
        }}
        className="grid gap-6"
      >
        {page.savedCards.length > 0 ? <DefaultButton /> : null}
        {canPay ? <ReceiptEmailField customer={page.customer} /> : <NoMethodNotice />}
        {notice}
        <MethodChoice page={page} form={form} rendered={rendered} />
        {canPay ? (
          <>
            <PhoneNumberField customer={page.customer} />
            {payAgain}
            <PayBar page={page} />
          </>
        ) : null}
        <PaymentChoices page={page} rendered={rendered} wasSubmitted={Object.keys(form.values).length > 0} />
        {isUnknown && lostAttempt !== null ? (
          <lostAttempt.LostAttempt
            page={page}
            canRepeat={!wasRepeated}
            onRepeat={() => setWasRepeated(true)}
            onNotFound={() => setUnknownKey('attemptNotFound')}
          />
        ) : null}
        <ReloadWhenRestored isInProgress={page.isInProgress} />
      </Form>
    </Panel>
  );

  /** Stores the method, the FPX banks and the wallet on this device for the next payment. */
  function rememberChoices({ selectedPaymentMethod, fpxBankID, fpxBankCorporateID, selectedWallet }: PaymentRequest) {
    if (selectedPaymentMethod !== null) {
      trackMethod('payment_attempt', selectedPaymentMethod);
      remember({ lastMethod: selectedPaymentMethod });
    }
    if (fpxBankID !== null) remember({ lastPersonalBank: fpxBankID });
    if (fpxBankCorporateID !== null) remember({ lastCorporateBank: fpxBankCorporateID });
    if (selectedWallet !== null && isKnownWallet(selectedWallet)) remember({ lastWallet: selectedWallet });
  }
}
