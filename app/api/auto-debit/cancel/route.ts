import { autoDebitCancel } from '@/lib/contract/auto-debit';
import { makeLinkFormHandler } from '@/lib/server/forms/link-form';

/** Cancels auto debit. */
export const POST = makeLinkFormHandler({
  name: 'auto-debit',
  page: 'cancelAutoDebit',
  call: autoDebitCancel,
  addressLimit: 'codesByAddress',
});
