import type { Insertable } from 'kysely';
import { defaultAccentColour } from '@/lib/domain/accent-colour';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { quickPayPartnerKey } from '@/lib/domain/quick-pay-partner';
import type { Db } from '../db/database';
import type { PartnersTable } from '../db/tables';
import type { OwnAutoDebitTexts } from './auto-debit-texts';

/** A partner's registration; omitted settings take their default. Amounts are sen. */
export interface PartnerRegistration {
  readonly key: string;
  readonly name: string;
  readonly themeColor?: string | undefined;
  readonly logoUrl?: string | undefined;
  readonly registeredOrigins?: readonly string[] | undefined;
  readonly webhookUrl?: string | null | undefined;
  readonly providerKeys?: readonly PaymentMethod[] | null | undefined;
  readonly minimumAmount?: number | undefined;
  readonly maximumAmount?: number | undefined;
  /** References of its payments begin with KWEB and KK: a kiosk product embeds them. */
  readonly isKiosk?: boolean | undefined;
  readonly userKeyFrom?: 'partneruserkey' | 'accountid' | undefined;
  readonly makeUesCall?: boolean | undefined;
  readonly tokenCheckUrl?: string | null | undefined;
  readonly mayLinkBills?: boolean | undefined;
  readonly autoDebitTexts?: OwnAutoDebitTexts | undefined;
  /** Of the company that sells, as receipts name it. */
  readonly registrationNumber?: string | null | undefined;
  readonly address?: string | null | undefined;
  /** How its customers reach it; the phone number in E.164 form. */
  readonly supportEmail?: string | null | undefined;
  readonly supportPhone?: string | null | undefined;
  /** The name that statements have for its payments by card. */
  readonly statementText?: string | null | undefined;
}

/** The minimum of any payment, and the maximum that the ledger stores: RM99,999,999.99. Specification, section 5. */
const amountLimits = { minimum: 100, maximum: 9_999_999_999 } as const;

function rowOf(partner: PartnerRegistration): Insertable<PartnersTable> {
  return {
    key: partner.key,
    name: partner.name,
    theme_color: partner.themeColor ?? defaultAccentColour,
    logo_url: partner.logoUrl ?? '',
    registered_origins: JSON.stringify(partner.registeredOrigins ?? []),
    refid_prefix: partner.isKiosk ? 'KWEB' : '',
    payment_id_prefix: partner.isKiosk ? 'KK' : '',
    user_key_from: partner.userKeyFrom ?? 'partneruserkey',
    make_ues_call: partner.makeUesCall ?? false,
    token_check_url: partner.tokenCheckUrl ?? null,
    webhook_url: partner.webhookUrl ?? null,
    provider_keys: partner.providerKeys ? JSON.stringify(partner.providerKeys) : null,
    minimum_amount: partner.minimumAmount ?? amountLimits.minimum,
    maximum_amount: partner.maximumAmount ?? amountLimits.maximum,
    may_link_bills: partner.mayLinkBills ?? false,
    auto_debit_texts: JSON.stringify(partner.autoDebitTexts ?? {}),
    registration_number: partner.registrationNumber ?? null,
    address: partner.address ?? null,
    support_email: partner.supportEmail ?? null,
    support_phone: partner.supportPhone ?? null,
    statement_text: partner.statementText ?? null,
  };
}

/** Registers or updates a partner. Its keys are not changed. */
export async function registerPartner(db: Db, partner: PartnerRegistration): Promise<void> {
  const row = rowOf(partner);
  await db
    .insertInto('partners')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/** Registers quick pay as a partner in every deployment; an operator's own settings of it are kept. */
export async function registerQuickPay(db: Db): Promise<void> {
  await db
    .insertInto('partners')
    .values(rowOf({ key: quickPayPartnerKey, name: 'ebill' }))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}
