import 'server-only';
import { isRefid } from '@/lib/domain/payment/references';
import type { SetCookie } from '../session/cookie';
import { makeFlashCookie } from './flash';
import { listFormsAt } from './flash-cookies';
import { pickRetainedValues } from './form-pipeline';
import type { FormFields } from './form-request';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { makeDraftCookie } from './payment-draft';

/**
 * Makes the cookies that refill a form of the page at `next` (a path of the site). `form` names it; of its other
 * fields the retained ones are stored, and never a card number. A form that the page does not have is ignored.
 */
export async function makeTypedValuesCookies(
  { form: name, ...fields }: FormFields,
  next: string,
  isFramed: boolean,
): Promise<readonly SetCookie[]> {
  const { pathname } = new URL(next, 'http://site.invalid');
  const form = listFormsAt(pathname).find((shown) => shown === name);
  if (form === undefined) return [];
  const values = pickRetainedValues(retainedFields[form], fields);
  if (Object.keys(values).length === 0) return [];
  if (form !== 'payment') return [await makeFlashCookie(form, { values, fieldErrors: {}, formError: null }, isFramed)];
  const { refid = '' } = fields;
  return isRefid(refid) ? [await makeDraftCookie(refid, values, isFramed)] : [];
}
