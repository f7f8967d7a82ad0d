import { sen } from '../money';
import type { Receipt } from './receipt';

/** A receipt of a bill that was paid by FPX and is on its way to the biller. */
export const testReceipt: Receipt = {
  issuer: {
    name: 'Example TV Sdn. Bhd.',
    registrationNumber: '202601000001 (1234567-A)',
    address: '1 Jalan Contoh, 50000 Kuala Lumpur',
  },
  productName: null,
  furtherItems: 0,
  orderNumber: null,
  accountNumber: '1234567801',
  accountName: 'A*** B*** I***',
  lines: [{ name: 'Account 1234567801', amount: sen(13_878) }],
  charges: [],
  amount: sen(13_878),
  method: 'fpx',
  bankName: 'Maybank2U',
  card: null,
  companyName: null,
  paymentId: 'zyxwvutsrqponmlkjihgfedcba',
  bankReference: '2611211949370001',
  transactionId: 't4k2m7q9x3c5v8b2n6h4',
  startedAt: '2026-11-21T11:48:00Z',
  confirmedAt: '2026-11-21T16:49:00Z',
  instalmentMonths: null,
  isAutoDebit: false,
  posting: { status: 'queued', receiptNumber: null, usualMinutes: 5 },
  accounts: [],
  refunds: [],
  isContactErased: false,
};
