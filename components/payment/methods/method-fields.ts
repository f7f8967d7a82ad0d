import type { ReactNode } from 'react';
import type { FormState } from '@/components/ui/form-state';
import { paymentMethods, type PaymentMethod } from '@/lib/domain/payment-methods';
import type { PaymentPage } from '@/lib/domain/payment';
import type { IconName } from '@/components/ui/icon';
import { CorporateBankFields } from './corporate-bank-fields';
import { NewCardFields } from './new-card-fields';
import { PersonalBankFields } from './personal-bank-fields';

export interface MethodFieldsProps {
  readonly page: PaymentPage;
  readonly form: FormState;
}

interface MethodView {
  readonly icon: IconName;
  /** What the method asks for, shown while it is chosen. */
  readonly Fields: (props: MethodFieldsProps) => ReactNode;
}

/** The methods that this page can take. One more method is one more small component and one more line here. */
export const methodViews: Readonly<Partial<Record<PaymentMethod, MethodView>>> = {
  newCard: { icon: 'card', Fields: NewCardFields },
  fpx: { icon: 'bank', Fields: PersonalBankFields },
  fpxCorporate: { icon: 'bank', Fields: CorporateBankFields },
};

/** Gives the methods to show, in the order of the product: those that the backend offers and this page can take. */
export function shownMethods(page: Pick<PaymentPage, 'methods'>): readonly PaymentMethod[] {
  return paymentMethods.filter((method) => page.methods.includes(method) && methodViews[method] !== undefined);
}
