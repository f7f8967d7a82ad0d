'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { makeBackendClock } from '@/components/payment/card/backend-clock';
import { newCardNames } from '@/components/payment/card/card-field-names';
import { CardFields } from '@/components/payment/card/card-fields';
import { makeCardEncryption, preloadCardEncryption } from '@/components/payment/card/encrypt-card-fields';
import { SecureNote } from '@/components/payment/card/secure-note';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submit-button';
import { Panel } from '@/components/ui/panel';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { cardBrands } from '@/lib/domain/card/card-brands';
import { actions } from '@/lib/routes';

interface CardFormProps {
  readonly autoDebit: Pick<AutoDebit, 'refid' | 'serverTime' | 'cardEncryptionKey'>;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

const fieldOrder = Object.values(newCardNames);

/** Asks for the card that will pay the bills. The browser encrypts it; without scripts our form handler does. */
export function CardForm({ autoDebit, form, idempotencyKey }: CardFormProps) {
  const t = useTranslations('autoDebit');
  const payment = useTranslations('payment');
  const { refid, serverTime, cardEncryptionKey } = autoDebit;

  const { loadSchema, prepare } = useMemo(() => {
    const now = makeBackendClock(serverTime);
    const encryptCard = makeCardEncryption(cardEncryptionKey, now);
    return {
      loadSchema: async () => (await import('@/lib/domain/forms/auto-debit-card-form')).autoDebitCardFormSchema(now()),
      prepare: (fields: URLSearchParams) => {
        // The encryption depends on the chosen method; here it is always a new card.
        fields.set('selectedPaymentMethod', 'newCard');
        return encryptCard(fields);
      },
    };
  }, [serverTime, cardEncryptionKey]);

  return (
    <Panel>
      <Form
        id="auto-debit-card"
        action={actions.submitAutoDebitCard}
        state={form}
        fieldOrder={fieldOrder}
        loadSchema={loadSchema}
        prepare={prepare}
        idempotencyKey={idempotencyKey}
        hiddenFields={{ refid }}
        className="grid gap-5"
      >
        <div className="grid gap-4" onFocus={preloadCardEncryption}>
          <CardFields
            names={newCardNames}
            brands={cardBrands}
            brandsLabel={payment('cardsAccepted')}
            wasSent={Object.keys(form.fieldErrors).length > 0}
          />
          <SecureNote />
        </div>
        <SubmitButton full icon="lock" testId="auto-debit-card" busyLabel={t('cardSubmitting')}>
          {t('cardSubmit')}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
