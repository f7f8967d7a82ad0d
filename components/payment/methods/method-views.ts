import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { counterView } from './counter/counter-view';
import { dcbView } from './dcb/dcb-view';
import { duitnowQrView } from './duitnow-qr/duitnow-qr-view';
import { eppView } from './epp/epp-view';
import { fpxCorporateView } from './fpx-corporate/fpx-corporate-view';
import { fpxView } from './fpx/fpx-view';
import { m2uView } from './m2u/m2u-view';
import type { MethodView } from './method-view';
import { newCardView } from './new-card/new-card-view';
import { savedCardView } from './saved-card/saved-card-view';
import { walletView } from './wallet/wallet-view';

/** The view of each payment method. */
export const methodViews: Readonly<Record<PaymentMethod, MethodView>> = {
  savedCard: savedCardView,
  newCard: newCardView,
  epp: eppView,
  fpx: fpxView,
  fpxCorporate: fpxCorporateView,
  m2u: m2uView,
  wallet: walletView,
  dcb: dcbView,
  counter: counterView,
  duitnowQr: duitnowQrView,
};
