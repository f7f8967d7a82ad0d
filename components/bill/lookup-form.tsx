'use client';

import { useTranslations } from 'next-intl';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { TextField } from '@/components/forms/fields/text-field';
import { Panel } from '@/components/ui/panel';
import { actions } from '@/lib/routes';
import { useBillStore } from '@/lib/stores/bill-store-provider';
import { RememberAccount } from './remembered/remember-account';
import { useBillRedirects } from './use-bill-redirects';

const fieldOrder = ['accountNumber'] as const;

const loadSchema = async () => (await import('@/lib/domain/forms/lookup-form')).lookupFormSchema;

interface LookupFormProps {
  readonly form: FormState;
  /** The page has room for the card of the account that the device remembers. */
  readonly hasCard: boolean;
}

/** The first step of quick pay: the account number. Specification, section 4: bill flow. */
export function LookupForm({ form, hasCard }: LookupFormProps) {
  const t = useTranslations('home');
  const captchaResponse = useBillStore((state) => state.captchaResponse);
  const setCaptchaResponse = useBillStore((state) => state.setCaptchaResponse);
  const started = useBillStore((state) => state.fetchAccountBillStarted);
  const succeeded = useBillStore((state) => state.fetchAccountBillSuccess);
  const failed = useBillStore((state) => state.fetchAccountBillError);
  const isBusy = useBillStore((state) => state.isFetching || state.redirectToBillView);

  return (
    <Panel>
      <Form
        id="look-up"
        action={actions.lookUpBill}
        state={form}
        fieldOrder={fieldOrder}
        loadSchema={loadSchema}
        draft={{ form: 'look-up', fields: fieldOrder }}
        hiddenFields={captchaResponse === '' ? undefined : { captchaResponse }}
        onStart={started}
        onProofOfWork={setCaptchaResponse}
        onError={failed}
        onAccepted={succeeded}
        className="grid gap-5"
      >
        <TextField
          name="accountNumber"
          label={t('accountNumber')}
          hint={t('accountNumberHint')}
          kind="numeric"
          format="accountNumber"
          autoComplete="off"
          spaced
        />
        <RememberAccount hasCard={hasCard} />
        <SubmitButton full busyLabel={t('submitting')} busy={isBusy}>
          {t('submit')}
        </SubmitButton>
      </Form>
      <BillRedirects />
    </Panel>
  );
}

function BillRedirects() {
  useBillRedirects();
  return null;
}
