import { sen } from '@/lib/domain/money';
import type { PaymentPage, SavedCard } from '@/lib/domain/payment/payment';

/** A payment page that offers nothing; a test adds what it needs. */
export const emptyPaymentPage: PaymentPage = {
  refid: 'abcdefghijklmnopqrstuvwxyz',
  paymentId: 'zyxwvutsrqponmlkjihgfedcba',
  partnerKey: 'DEMO-SHOP',
  productName: 'Decoder',
  lines: [{ name: 'Decoder', amount: sen(100_000) }],
  itemTotal: sen(100_000),
  charges: [],
  total: sen(100_000),
  orderState: 'open',
  isHeldForReview: false,
  recentPayments: [],
  isRepeated: false,
  attempt: null,
  serverTime: '2026-11-21T12:00:00Z',
  deadline: '2026-11-21T12:15:00Z',
  methods: [],
  savedCards: [],
  savingCards: 'not-offered',
  cardsBelongTo: 'customer',
  autoDebitOption: 'not-offered',
  instalmentPlans: [],
  monthTerm: null,
  personalBanks: [],
  corporateBanks: [],
  wallets: [],
  carriers: [],
  downtimes: [],
  customer: { email: null, phoneNumber: null },
  preferredMethod: null,
  partnerUserKey: null,
  cardEncryptionKey: {},
};

export const savedVisa: SavedCard = {
  uniqueCardId: 'one',
  brand: 'visa',
  lastFour: '1111',
  expiry: '12/29',
  isExpired: false,
  isOffline: false,
  needsCvv: true,
  isDefault: false,
};
