import 'server-only';
import { readPaymentReference, type ReferenceQuery } from '@/lib/domain/payment/references';
import { loadTheme } from '../backend/theme';

/** Returns the name of the partner of the payment that a query names; null if it names none or the backend does not respond. */
export async function loadPartnerName(query: ReferenceQuery): Promise<string | null> {
  const reference = readPaymentReference(query);
  const theme = reference === null ? null : await loadTheme(reference);
  return theme?.ok ? theme.value.partnerName : null;
}
