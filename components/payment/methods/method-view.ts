import type { ReactNode } from 'react';
import type { LogoName } from '@/components/payment/card/logo';
import type { FormState } from '@/components/forms/form-state';
import type { PaymentView } from '@/components/payment/page/payment-view';
import type { IconName } from '@/components/ui/icon';

export interface MethodFieldsProps {
  readonly page: PaymentView;
  readonly form: FormState;
}

/** How a payment method looks and what it asks for. */
export interface MethodView {
  /** The logos that it is known by, or an icon where there is none. */
  readonly sign: IconName | readonly LogoName[];
  /** What the method asks for, shown while it is chosen. */
  readonly Fields: (props: MethodFieldsProps) => ReactNode;
}
