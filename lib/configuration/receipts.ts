import { z } from 'zod';
import type { CustomerService } from '@/lib/domain/customer-service';
import type { ReceiptIssuer } from '@/lib/domain/receipt/receipt';
import { type customerServiceVariables, resolveCustomerService } from './customer-service';
import { notes } from './variable-notes';
import { wholeNumber } from './value-schemas';

const defaultLinkDays = 365;

export const receiptVariables = z.object({
  BILLER_NAME: z.string().trim().min(1).max(100).optional().register(notes, {
    about:
      'The name of the biller at the head of official receipts, on the payment page and the result of a bill, at the foot of each page outside a partner’s visit, and in the message that asks somebody to pay a bill (the site reads it too); without it receipts and messages name the site',
    expected: 'a name of at most 100 characters',
    example: 'Example Satellite TV Sdn. Bhd.',
    isEssential: true,
  }),
  BILLER_REGISTRATION_NUMBER: z.string().trim().min(1).max(60).optional().register(notes, {
    about: 'The registration number of the biller, on official receipts',
    expected: 'a text of at most 60 characters',
    example: '202601000001 (1234567-A)',
  }),
  BILLER_ADDRESS: z.string().trim().min(1).max(300).optional().register(notes, {
    about: 'The address of the biller, on official receipts: on one line',
    expected: 'a text of at most 300 characters',
    example: '1 Jalan Contoh, 50000 Kuala Lumpur',
  }),
  RECEIPT_ACCOUNT_NUMBER: z.enum(['full', 'masked']).prefault('full').register(notes, {
    about: 'Whether an official receipt has the whole account number, or its last four digits',
    expected: 'full or masked',
  }),
  RECEIPT_LINK_DAYS: wholeNumber(1, 2_557).prefault(String(defaultLinkDays)).register(notes, {
    about: 'Days for which the link to an official receipt opens it; a receipt that is sent again has a new link',
    expected: 'a number of days, 1 to 2557',
  }),
});

/** What official receipts name besides the payment, and for how long their links open them. */
export interface ReceiptConfiguration {
  readonly issuer: ReceiptIssuer;
  /** Else the account number is masked. */
  readonly showsFullAccount: boolean;
  readonly linkDays: number;
  readonly customerService: CustomerService;
}

/** The sandbox's biller, which does not exist. */
const sandboxIssuer: ReceiptIssuer = {
  name: 'Example TV Sdn. Bhd.',
  registrationNumber: '000000-X',
  address: 'Example Street 1, 50000 Kuala Lumpur',
};

/** Returns the configuration of receipts. The sandbox has an issuer of its own where none is configured. */
export function resolveReceipts(
  values: Partial<z.output<typeof receiptVariables> & z.output<typeof customerServiceVariables>>,
  isSandbox = false,
): ReceiptConfiguration {
  const issuer = {
    name: values.BILLER_NAME ?? null,
    registrationNumber: values.BILLER_REGISTRATION_NUMBER ?? null,
    address: values.BILLER_ADDRESS ?? null,
  };
  const isConfigured = Object.values(issuer).some((value) => value !== null);
  return {
    issuer: isSandbox && !isConfigured ? sandboxIssuer : issuer,
    showsFullAccount: values.RECEIPT_ACCOUNT_NUMBER !== 'masked',
    linkDays: values.RECEIPT_LINK_DAYS ?? defaultLinkDays,
    customerService: resolveCustomerService(values, isSandbox),
  };
}
