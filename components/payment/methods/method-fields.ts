import type { ReactNode } from 'react';
import type { FormState } from '@/components/ui/form-state';
import { paymentMethods, type PaymentMethod } from '@/lib/domain/payment-methods';
import type { IconName } from '@/components/ui/icon';
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
  readonly icon: IconName;
  /** What the method asks for, shown while it is chosen. */
  readonly Fields: (props: MethodFieldsProps) => ReactNode;
}

/** How each method looks and what it asks for. One more method is one more small component and one more line here. */
export const methodViews: Readonly<Record<PaymentMethod, MethodView>> = {
  savedCard: { icon: 'card', Fields: SavedCardFields },
  newCard: { icon: 'card', Fields: NewCardFields },
  epp: { icon: 'card', Fields: InstalmentFields },
  fpx: { icon: 'bank', Fields: PersonalBankFields },
  fpxCorporate: { icon: 'bank', Fields: CorporateBankFields },
  m2u: { icon: 'bank', Fields: M2uFields },
  wallet: { icon: 'wallet', Fields: WalletFields },
  dcb: { icon: 'phone', Fields: CarrierFields },
  counter: { icon: 'barcode', Fields: CounterFields },
  duitnowQr: { icon: 'qr', Fields: DuitnowQrFields },
};

/** Gives the methods to show, in the order of the product: those that the backend offers. */
export function shownMethods(page: Pick<PaymentView, 'methods'>): readonly PaymentMethod[] {
  return paymentMethods.filter((method) => page.methods.includes(method));
}
