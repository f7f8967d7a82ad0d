import type { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { LogoName } from '@/components/layout/logo';
import type { FormState } from '@/components/forms/form-state';
import type { PaymentView } from '@/components/payment/page/payment-view';
import type { IconName } from '@/components/ui/icon';
import type { SavedCard } from '@/lib/domain/payment/payment';

type Translate = ReturnType<typeof useTranslations<never>>;

export interface MethodFieldsProps {
  readonly page: PaymentView;
  readonly form: FormState;
}

/** The appearance and the fields of a payment method. */
export interface MethodView {
  /** Its logos, which may depend on what the payment offers, or an icon if it has none. */
  readonly sign: IconName | readonly LogoName[] | ((page: PaymentView) => readonly LogoName[]);
  /** A second line: where the name alone may be taken for another, or says less than is offered. `card`: the saved card that is chosen, if any. */
  readonly note?: (t: Translate, page: PaymentView, card: SavedCard | undefined) => string | null;
  /** The method's fields, shown while it is chosen. */
  readonly Fields: (props: MethodFieldsProps) => ReactNode;
}
