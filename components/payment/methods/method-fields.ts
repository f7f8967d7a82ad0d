import type { ReactNode } from 'react';
import type { FormState } from '@/components/ui/form-state';
import { paymentMethods, type PaymentMethod } from '@/lib/domain/payment-methods';
import type { IconName } from '@/components/ui/icon';
import type { MarkName } from '@/components/payment/mark';
import { CarrierFields } from './carrier-fields';
import { CorporateBankFields } from './corporate-bank-fields';
import { InstalmentFields } from './instalment-fields';
import { NewCardFields } from './new-card-fields';
import { PersonalBankFields } from './personal-bank-fields';
import { CounterFields, DuitnowQrFields, M2uFields } from './plain-fields';
import { SavedCardFields } from './saved-card-fields';
import { WalletFields } from './wallet-fields';
import type { PaymentView } from '@/components/payment/payment-view';

export interface MethodFieldsProps {
  readonly page: PaymentView;
  readonly form: FormState;
}

interface MethodView {
  /** The marks that it is known by, or a drawing where there is none. */
  readonly sign: IconName | readonly MarkName[];
  /** What the method asks for, shown while it is chosen. */
  readonly Fields: (props: MethodFieldsProps) => ReactNode;
}

/** How each method looks and what it asks for. One more method is one more small component and one more line here. */
export const methodViews: Readonly<Record<PaymentMethod, MethodView>> = {
  savedCard: { sign: 'card', Fields: SavedCardFields },
  newCard: { sign: ['visa', 'mastercard'], Fields: NewCardFields },
  epp: { sign: 'card', Fields: InstalmentFields },
  fpx: { sign: ['fpx'], Fields: PersonalBankFields },
  fpxCorporate: { sign: ['fpx'], Fields: CorporateBankFields },
  m2u: { sign: ['m2u'], Fields: M2uFields },
  wallet: { sign: 'wallet', Fields: WalletFields },
  dcb: { sign: 'phone', Fields: CarrierFields },
  counter: { sign: 'barcode', Fields: CounterFields },
  duitnowQr: { sign: ['duitnow'], Fields: DuitnowQrFields },
};

/** Gives the methods to show, in the order of the product: those that the backend offers. */
export function shownMethods(page: Pick<PaymentView, 'methods'>): readonly PaymentMethod[] {
  return paymentMethods.filter((method) => page.methods.includes(method));
}
