import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { partnerGet, themeGet } from '@/lib/contract/partners';
import { defaultAccentColour } from '@/lib/domain/accent-colour';
import { quickPayPartnerKey } from '@/lib/domain/quick-pay-partner';
import { success, type Result } from '@/lib/domain/result';
import { refuse, type Refusal } from '../http/refusal';
import { availableMethods } from '../payments/available-methods';
import { loadPayment } from '../payments/model';
import type { Services } from '../services';
import { chooseAutoDebitTexts } from './auto-debit-texts';
import { findPartner, type Partner } from './model';

async function partnerOfReference(
  services: Services,
  { partnerKey, refid, paymentId }: RequestOf<typeof themeGet>,
): Promise<Partner | null> {
  if (partnerKey !== undefined) return findPartner(services.db, partnerKey);
  if (refid === undefined && paymentId === undefined) return findPartner(services.db, quickPayPartnerKey);
  const found = await loadPayment(services.db, refid === undefined ? { paymentId } : { refid });
  return found.ok ? findPartner(services.db, found.value.order.partner_key) : null;
}

/** Colour, logo and embedding of a partner: theme.get. */
export async function readTheme(
  services: Services,
  request: RequestOf<typeof themeGet>,
): Promise<Result<ResponseInputOf<typeof themeGet>, Refusal<ErrorCodeOf<typeof themeGet>>>> {
  const partner = await partnerOfReference(services, request);
  if (partner === null) return refuse('unknown-partner');
  return success({
    partnerKey: partner.key,
    partnerName: partner.name,
    ThemeColor: partner.theme_color || defaultAccentColour,
    LogoURL: partner.logo_url,
    frameAncestors: [...partner.registered_origins],
  });
}

/** Auto-debit texts and provider settings of a partner: partner.get. */
export async function readPartner(
  services: Services,
  { partnerKey, language }: RequestOf<typeof partnerGet>,
): Promise<Result<ResponseInputOf<typeof partnerGet>, Refusal<ErrorCodeOf<typeof partnerGet>>>> {
  const partner = await findPartner(services.db, partnerKey);
  if (partner === null) return refuse('unknown-partner');
  const { rebate } = (await services.config.read()).autoDebit;
  const { title, message, thankYou } = chooseAutoDebitTexts(partner.auto_debit_texts, language, rebate);
  return success({
    partnerKey: partner.key,
    autoDebitPopupTitle: title,
    autoDebitPopupMessage: message,
    autoDebitThankYouMessage: thankYou,
    providerKeys: [...availableMethods(services, anyOrderOf(partner))],
    merchantTokenValidation: partner.token_check_url !== null,
    makeUesCall: partner.make_ues_call,
  });
}

/** A placeholder order of a partner, without a customer. */
function anyOrderOf({ provider_keys }: Partner) {
  return { is_epp: true, customer: null, customer_check: 'not-needed', provider_keys } as const;
}
