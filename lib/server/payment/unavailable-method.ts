import { getLocale } from 'next-intl/server';
import { getTargetField, findOutage, type ChoiceOutage } from '@/lib/domain/forms/payment-outage';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { carrierMessageKey } from '@/lib/domain/methods/dcb';
import { selectionMessages } from '@/lib/domain/methods/forms/selection-form';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { isKnownWallet } from '@/lib/domain/methods/wallet';
import { formatMoment } from '@/lib/domain/format-time';
import type { FormIssue, FormRefusal } from '@/lib/server/forms/form-pipeline';
import type { FormFields } from '@/lib/server/forms/form-request';
import { loadTranslator, type MessageKey } from '@/lib/server/visit/translator';

/** Replaces the message that something is unavailable by the outage notice with its end. */
export async function addOutageNotice(
  refusal: FormRefusal,
  fields: FormFields,
  page: PaymentPage,
): Promise<FormRefusal> {
  const outage = findOutage(fields, page);
  if (outage === null) return refusal;
  const notice = await makeOutageIssue(outage, page);
  return { ...refusal, issues: refusal.issues.map((issue) => (issue.field === notice.field ? notice : issue)) };
}

/** The issue for the backend's refusal: `parameters` name the target and the end of an outage (the contract, payment.init). */
export async function makeUnavailableIssue(
  method: PaymentMethod,
  parameters: Readonly<Record<string, string | number>>,
  page: PaymentPage,
): Promise<FormIssue> {
  const { target = method, until = '' } = parameters;
  const message = page.downtimes.find((window) => window.target === target && window.until === until)?.message;
  const meant = { method, target: String(target), until: String(until), message };
  if (!Number.isNaN(Date.parse(meant.until))) return makeOutageIssue(meant, page);
  return { field: getTargetField(meant), key: unavailableKey(meant) };
}

/** The message for something unavailable without a known end. */
function unavailableKey({ method, target }: Pick<ChoiceOutage, 'method' | 'target'>): MessageKey {
  const messages: Readonly<Partial<Record<PaymentMethod, { readonly unavailable: MessageKey }>>> = selectionMessages;
  return (target === method ? undefined : messages[method]?.unavailable) ?? 'validation.methodUnavailable';
}

async function makeOutageIssue(outage: ChoiceOutage, page: PaymentPage): Promise<FormIssue> {
  const until = formatMoment(outage.until, await getLocale());
  const field = getTargetField(outage);
  if (outage.message) return { field, key: 'downtime.given', parameters: { message: outage.message } };
  if (field === 'selectedPaymentMethod') return { field, key: `downtime.now.${outage.method}`, parameters: { until } };
  return { field, key: 'downtime.now.named', parameters: { name: await getTargetName(outage.target, page), until } };
}

/** Returns the name of a bank, wallet or carrier on the payment page. */
export async function getTargetName(target: string, page: PaymentPage): Promise<string> {
  const bank = [...page.personalBanks, ...page.corporateBanks].find(({ id }) => id === target);
  const plan = page.instalmentPlans.find(({ bank: id }) => id === target);
  const carrier = carrierMessageKey(target);
  const t = await loadTranslator();
  if (isKnownWallet(target)) return t({ key: `wallets.${target}` });
  if (carrier !== null) return t({ key: `carriers.${carrier}` });
  return bank?.name ?? plan?.bankName ?? target;
}
