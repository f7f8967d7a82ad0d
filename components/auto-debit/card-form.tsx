'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { createBackendClock } from '@/components/payment/card/backend-clock';
import { CardFields } from '@/components/payment/card/card-fields';
import { createCardEncryption, preloadCardEncryption } from '@/components/payment/card/encrypt-card-fields';
import { EncryptionNote } from '@/components/payment/card/encryption-note';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { Panel } from '@/components/ui/panel';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { cardBrands } from '@/lib/domain/card/card-brands';
import { newCardNames } from '@/lib/domain/methods/new-card';
import { actions } from '@/lib/routes';

interface CardFormProps {
  readonly autoDebit: Pick<AutoDebit, 'refid' | 'serverTime' | 'cardEncryptionKey'>;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

const fieldOrder = Object.values(newCardNames);

/** The card to charge for future bills. The browser encrypts it; without scripts the form handler does. */
export function CardForm({ autoDebit, form, idempotencyKey }: CardFormProps) {
  const t = useTranslations('autoDebit');
  const payment = useTranslations('payment');
  const { refid, serverTime, cardEncryptionKey } = autoDebit;

  const { loadSchema, prepare } = useMemo(() => {
    const now = createBackendClock(serverTime);
    const encryptCard = createCardEncryption(cardEncryptionKey, now);
    return {
      loadSchema: async () => (await import('@/lib/domain/forms/auto-debit-card-form')).autoDebitCardFormSchema(now()),
      prepare: (fields: URLSearchParams) => {
        // The encryption reads the chosen method; here it is always a new card.
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
            wasSubmitted={Object.keys(form.fieldErrors).length > 0}
          />
          <EncryptionNote />
        </div>
        <SubmitButton full icon="lock" testId="auto-debit-card" busyLabel={t('cardSubmitting')}>
          {t('cardSubmit')}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
