import type { Language } from '@/lib/contract/primitives';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';

/** The words of a receipt in the languages of the pages. A test holds them to the pages' own. */
export const receiptWords = {
  en: {
    subject: 'Receipt {amount}: {product}',
    title: 'Payment Successful',
    text: 'Thank you. We have received your payment.',
    product: 'Paid for',
    accountNumber: 'Account number',
    amount: 'Amount',
    paymentMethod: 'Payment method',
    bank: 'Bank or provider',
    paymentDateTime: 'Payment date and time',
    transactionDateTime: 'Transaction date and time',
    paymentId: 'Payment ID',
    bankReference: 'Bank ref no.',
    transactionId: 'Transaction ID',
    instalments: 'Number of instalments',
    instalmentsValue: '{months} months',
    autoDebit: 'Auto debit',
    autoDebitOn: 'Yes',
    autoDebitOff: 'No',
    seeOnline: 'See this payment online',
    footer:
      'You get this e-mail because this address was given for the receipt. We never ask for card details or codes by e-mail.',
    methods: {
      savedCard: 'Saved card',
      newCard: 'Card',
      epp: 'Instalment plan by credit card',
      fpx: 'Online banking (FPX)',
      fpxCorporate: 'Corporate online banking (FPX)',
      m2u: 'Maybank2u',
      wallet: 'E-wallet',
      dcb: 'Pay by mobile',
      counter: 'Pay at a convenience store',
      duitnowQr: 'DuitNow QR',
    },
  },
  ms: {
    subject: 'Resit {amount}: {product}',
    title: 'Pembayaran Berjaya',
    text: 'Terima kasih. Kami telah menerima pembayaran anda.',
    product: 'Bayaran untuk',
    accountNumber: 'Nombor akaun',
    amount: 'Jumlah',
    paymentMethod: 'Kaedah pembayaran',
    bank: 'Bank atau penyedia',
    paymentDateTime: 'Tarikh dan masa pembayaran',
    transactionDateTime: 'Tarikh dan masa transaksi',
    paymentId: 'ID pembayaran',
    bankReference: 'No. rujukan bank',
    transactionId: 'ID transaksi',
    instalments: 'Bilangan ansuran',
    instalmentsValue: '{months} bulan',
    autoDebit: 'Auto debit',
    autoDebitOn: 'Ya',
    autoDebitOff: 'Tidak',
    seeOnline: 'Lihat pembayaran ini dalam talian',
    footer:
      'Anda menerima e-mel ini kerana alamat ini diberikan untuk resit. Kami tidak pernah meminta butiran kad atau kod melalui e-mel.',
    methods: {
      savedCard: 'Kad yang disimpan',
      newCard: 'Kad',
      epp: 'Pelan ansuran kad kredit',
      fpx: 'Perbankan dalam talian (FPX)',
      fpxCorporate: 'Perbankan dalam talian korporat (FPX)',
      m2u: 'Maybank2u',
      wallet: 'E-dompet',
      dcb: 'Bayar dengan telefon bimbit',
      counter: 'Bayar di kedai serbaneka',
      duitnowQr: 'DuitNow QR',
    },
  },
} as const satisfies Record<Language, ReceiptWords>;

interface ReceiptWords {
  readonly [key: string]: string | Record<PaymentMethod, string>;
  readonly methods: Record<PaymentMethod, string>;
}
