import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/checkbox';
import type { FormState } from '@/components/ui/form-state';
import type { PaymentView } from './payment-view';

/** Whether the card that pays is to pay the next bills too; in sight only while a card is the method. Ticked at first when the server says so. */
export function AutoDebitOption({ page, form }: { readonly page: PaymentView; readonly form: FormState }) {
  const t = useTranslations('payment');
  if (page.autoDebitOption === 'not-offered') return null;
  const wasSent = form.values['selectedPaymentMethod'] !== undefined;
  return (
    <div className="auto-debit-option">
      <Checkbox
        name="isAutoDebitOption"
        value="true"
        label={t('autoDebit')}
        defaultChecked={wasSent ? form.values['isAutoDebitOption'] === 'true' : page.autoDebitOption === 'preselected'}
      />
    </div>
  );
}
