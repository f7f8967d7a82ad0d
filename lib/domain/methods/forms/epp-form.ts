import { parseInstalmentCardNumber } from '../../card/card-fields';
import { textSchema } from '../../forms/form-issue';
import { getAmountMessage } from '../../forms/form-message';
import { isDown } from '../../payment/downtime';
import type { InstalmentPlan } from '../../payment/payment';
import { failure, success, type Result } from '../../result';
import { epp, instalmentCardNames } from '../epp';
import { isEncrypted, readTypedCard, type CardEntry } from './card-entry';
import { methodForm, type MethodForm, type Refusal } from './method-form';
import { selectionMessages } from './selection-form';

interface InstalmentChoice {
  readonly method: 'epp';
  readonly card: CardEntry;
  readonly bank: string;
  readonly months: number;
}

const cardFields = {
  cardDetailsEPP: textSchema,
  eppCardNumber: textSchema,
  eppCardExpiry: textSchema,
  eppCardCvv: textSchema,
  eppCardName: textSchema,
};

/** Reads the card of an instalment plan: Visa or Mastercard only. The brand of an encrypted card is checked by the backend. */
function readInstalmentCard(
  fields: Readonly<Record<keyof typeof cardFields, string>>,
  now: string,
): Result<CardEntry, readonly Refusal[]> {
  if (isEncrypted(fields.cardDetailsEPP)) return success({ kind: 'encrypted', jwe: fields.cardDetailsEPP });
  const texts = {
    number: fields.eppCardNumber,
    expiry: fields.eppCardExpiry,
    cvv: fields.eppCardCvv,
    name: fields.eppCardName,
  };
  return readTypedCard(texts, instalmentCardNames, parseInstalmentCardNumber, 'validation.cardNumberInstalments', now);
}

/** An instalment plan: its bank and months, and the card. Every invalid field has a message. */
export const eppForm: MethodForm<InstalmentChoice> = methodForm(
  { ...cardFields, eppBank: textSchema, monthTerm: textSchema },
  (fields, { instalmentPlans, downtimes, total, now }) => {
    const messages = selectionMessages.epp;
    const card = readInstalmentCard(fields, now);
    const plan = instalmentPlans.find(({ bank }) => bank === fields.eppBank);
    const months = readMonths(fields.monthTerm, plan, instalmentPlans);
    const isPlanDown = plan !== undefined && isDown([plan.bank], downtimes, now);
    if (card.ok && plan !== undefined && !isPlanDown && total >= plan.minimum && months !== undefined) {
      return success({ method: epp.id, card: card.value, bank: plan.bank, months });
    }
    const refusals: Refusal[] = card.ok ? [] : [...card.error];
    if (plan === undefined) {
      refusals.push({ field: 'eppBank', message: { key: messages.required } });
    } else if (isPlanDown) {
      refusals.push({ field: 'eppBank', message: { key: messages.unavailable } });
    } else if (total < plan.minimum) {
      const message = getAmountMessage({ code: 'belowMinimum', figure: plan.minimum });
      refusals.push({ field: 'eppBank', message });
    }
    if (months === undefined) refusals.push({ field: 'monthTerm', message: { key: 'validation.monthTerm' } });
    return failure(refusals);
  },
);

/** Months are checked against the selected plan or, as long as none is selected, against all of them. */
function readMonths(
  text: string,
  plan: InstalmentPlan | undefined,
  plans: readonly InstalmentPlan[],
): number | undefined {
  const offered = plan === undefined ? plans.flatMap(({ months }) => months) : plan.months;
  return offered.find((months) => String(months) === text.trim());
}
