import 'server-only';
import { readPaymentReference, type ReferenceQuery } from '@/lib/domain/payment/references';
import { quickPayPartnerKey } from '@/lib/domain/quick-pay-partner';
import { readTheme } from '@/lib/theme/theme';
import { loadTheme } from '../backend/theme';

/** Returns the name of the partner of the payment that a query names; null if it names none or the backend does not respond. */
export async function loadPartnerName(query: ReferenceQuery): Promise<string | null> {
  const reference = readPaymentReference(query);
  const theme = reference === null ? null : await loadTheme(reference);
  return theme?.ok ? theme.value.partnerName : null;
}

/** Returns the name of the partner of the payment that a query names, if the partner has no logo; else null. Quick pay needs none. */
export async function loadNameWithoutLogo(query: ReferenceQuery): Promise<string | null> {
  const reference = readPaymentReference(query);
  const theme = reference === null ? null : await loadTheme(reference);
  if (!theme?.ok || theme.value.partnerKey === quickPayPartnerKey) return null;
  return readTheme(theme.value).logoUrl === null ? theme.value.partnerName : null;
}
