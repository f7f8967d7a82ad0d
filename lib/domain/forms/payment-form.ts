import * as z from 'zod/mini';
import { isDown } from '../payment/downtime';
import { parseEmail, type EmailAddress } from '../contact/email';
import type { Bank, PaymentPage } from '../payment/payment';
import { checkMethodAmount, isPaymentMethod, type PaymentMethod } from '../methods/payment-methods';
import { parsePhoneNumber, type PhoneNumber } from '../contact/phone';
import { failure, success, type Result } from '../result';
import { checkboxSchema, optionalField, reportMessage, requiredField, textSchema } from './form-issue';
import { getAmountMessage } from './form-message';
import { readNewCard, readSavedCard, type CardEntry, type SavedCardEntry } from './payment-form-cards';
import { readInstalments, type InstalmentEntry } from './payment-form-instalments';
import { refuseField, type FieldRefusal } from './field-refusal';

/** What the payment page offers, as the server knows it: the form can choose nothing else. `now` is the backend's clock, ISO 8601. */
export type PaymentFormContext = Pick<
  PaymentPage,
  | 'total'
  | 'methods'
  | 'savedCards'
  | 'savingCards'
  | 'autoDebitOption'
  | 'instalmentPlans'
  | 'personalBanks'
  | 'corporateBanks'
  | 'wallets'
  | 'carriers'
  | 'downtimes'
> & { readonly now: string };

const choiceFields = {
  selectedPaymentMethod: textSchema,
  uniqueCardId: textSchema,
  savedCardCvv: textSchema,
  cardNumber: textSchema,
  cardExpiry: textSchema,
  cardCvv: textSchema,
  cardName: textSchema,
  /** Card data encrypted in the browser, a compact JWE; the card's own fields are then ignored. */
  cardDetails: textSchema,
  saveCard: checkboxSchema,
  eppCardNumber: textSchema,
  eppCardExpiry: textSchema,
  eppCardCvv: textSchema,
  eppCardName: textSchema,
  cardDetailsEPP: textSchema,
  eppBank: textSchema,
  monthTerm: textSchema,
  fpxBankID: textSchema,
  fpxBankCorporateID: textSchema,
  selectedWallet: textSchema,
  selectedDCB: textSchema,
  isAutoDebitOption: checkboxSchema,
};
const choiceFieldsSchema = z.object(choiceFields);

/** The choice as it is posted, each field a text (empty when missing) or a tick. */
export type PaymentChoiceFields = z.infer<typeof choiceFieldsSchema>;

/** A payer's choice of method, with what that method needs and nothing of the others. */
export type PaymentChoice =
  | ({ readonly method: 'savedCard'; readonly isAutoDebitOption: boolean } & SavedCardEntry)
  | {
      readonly method: 'newCard';
      readonly card: CardEntry;
      readonly saveCard: boolean;
      readonly isAutoDebitOption: boolean;
    }
  | ({ readonly method: 'epp' } & InstalmentEntry)
  | { readonly method: 'fpx'; readonly bankId: string }
  | { readonly method: 'fpxCorporate'; readonly bankId: string }
  | { readonly method: 'wallet'; readonly wallet: string }
  | { readonly method: 'dcb'; readonly carrier: string }
  | { readonly method: 'm2u' | 'counter' | 'duitnowQr' };

export interface PaymentForm {
  readonly choice: PaymentChoice;
  readonly userEmailAddress: EmailAddress;
  readonly phoneNumber: PhoneNumber | undefined;
}

/**
 * Makes the schema of the payment page's form for one payment. Only the fields of the chosen method are validated; what was typed for
 * another method is left out of the result. Specification, sections 3 and 5.
 */
export function paymentFormSchema(context: PaymentFormContext) {
  const contact = z.object({
    userEmailAddress: requiredField(parseEmail, 'validation.email', 'validation.required'),
    phoneNumber: optionalField(parsePhoneNumber, 'validation.phoneNumber'),
  });
  const choice = z.pipe(
    choiceFieldsSchema,
    z.transform((fields, sink): { readonly choice: PaymentChoice } => {
      const read = readChoice(fields, context);
      if (read.ok) return { choice: read.value };
      for (const { field, message } of read.error) reportMessage(sink, message, field);
      return z.NEVER;
    }),
  );
  return z.intersection(choice, contact);
}

function readChoice(
  fields: PaymentChoiceFields,
  context: PaymentFormContext,
): Result<PaymentChoice, readonly FieldRefusal[]> {
  const method = fields.selectedPaymentMethod;
  if (!isPaymentMethod(method) || !context.methods.includes(method)) {
    return refuseField('selectedPaymentMethod', { key: 'validation.methodRequired' });
  }
  if (isDown([method], context.downtimes, context.now)) {
    return refuseField('selectedPaymentMethod', { key: 'validation.methodUnavailable' });
  }
  const limit = checkMethodAmount(method, context.total);
  if (limit !== null) return refuseField('selectedPaymentMethod', getAmountMessage(limit));
  return readMethodFields(method, fields, context);
}

function readMethodFields(
  method: PaymentMethod,
  fields: PaymentChoiceFields,
  context: PaymentFormContext,
): Result<PaymentChoice, readonly FieldRefusal[]> {
  const isAutoDebitOption = fields.isAutoDebitOption && context.autoDebitOption !== 'not-offered';
  switch (method) {
    case 'savedCard': {
      const entry = readSavedCard(fields, context.savedCards);
      return entry.ok ? success({ method, isAutoDebitOption, ...entry.value }) : entry;
    }
    case 'newCard': {
      const card = readNewCard(fields, context.now);
      const saveCard = fields.saveCard && context.savingCards === 'offered';
      return card.ok ? success({ method, card: card.value, saveCard, isAutoDebitOption }) : card;
    }
    case 'epp': {
      const entry = readInstalments(fields, context);
      return entry.ok ? success({ method, ...entry.value }) : entry;
    }
    case 'fpx': {
      const bankId = readBank('fpxBankID', fields, context.personalBanks, context);
      return bankId.ok ? success({ method, bankId: bankId.value }) : bankId;
    }
    case 'fpxCorporate': {
      const bankId = readBank('fpxBankCorporateID', fields, context.corporateBanks, context);
      return bankId.ok ? success({ method, bankId: bankId.value }) : bankId;
    }
    case 'wallet': {
      const wallet = readProvider('selectedWallet', fields, context.wallets, context);
      return wallet.ok ? success({ method, wallet: wallet.value }) : wallet;
    }
    case 'dcb': {
      const carrier = readProvider('selectedDCB', fields, context.carriers, context);
      return carrier.ok ? success({ method, carrier: carrier.value }) : carrier;
    }
    default:
      return success({ method });
  }
}

const requiredKeys = {
  fpxBankID: 'validation.personalBankRequired',
  fpxBankCorporateID: 'validation.corporateBankRequired',
  selectedWallet: 'validation.walletRequired',
  selectedDCB: 'validation.carrierRequired',
} as const;

function readBank(
  field: 'fpxBankID' | 'fpxBankCorporateID',
  fields: PaymentChoiceFields,
  banks: readonly Bank[],
  context: PaymentFormContext,
): Result<string, readonly FieldRefusal[]> {
  const bank = banks.find(({ id }) => id === fields[field]);
  if (bank === undefined) return refuseField(field, { key: requiredKeys[field] });
  const isOnline = bank.isOnline && !isDown([bank.id], context.downtimes, context.now);
  return isOnline ? success(bank.id) : refuseField(field, { key: 'validation.bankOffline' });
}

function readProvider(
  field: 'selectedWallet' | 'selectedDCB',
  fields: PaymentChoiceFields,
  offered: readonly string[],
  context: PaymentFormContext,
): Result<string, readonly FieldRefusal[]> {
  const provider = offered.find((id) => id === fields[field]);
  if (provider === undefined) return refuseField(field, { key: requiredKeys[field] });
  if (!isDown([provider], context.downtimes, context.now)) return success(provider);
  return failure([{ field, message: { key: 'validation.methodUnavailable' } }]);
}
