import type { ReactNode } from 'react';
import type { LogoName } from '@/components/payment/card/logo';
import type { FormState } from '@/components/forms/form-state';
import type { PaymentView } from '@/components/payment/page/payment-view';
import type { IconName } from '@/components/ui/icon';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { CarrierFields } from './carrier/carrier-fields';
import { CorporateBankFields, PersonalBankFields } from './fpx/bank-fields';
import { InstalmentFields } from './instalments/instalment-fields';
import { NewCardFields } from './new-card/new-card-fields';
import { CounterFields, DuitnowQrFields, M2uFields } from './plain-fields';
import { SavedCardFields } from './saved-card/saved-card-fields';
import { WalletFields } from './wallet/wallet-fields';

export interface MethodFieldsProps {
  readonly page: PaymentView;
  readonly form: FormState;
}

interface MethodView {
  /** The logos that it is known by, or a drawing where there is none. */
  readonly sign: IconName | readonly LogoName[];
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
