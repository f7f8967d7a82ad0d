import type { Insertable } from 'kysely';
import type { Db } from '../db/database';
import type { PartnersTable } from '../db/tables';
import type { Sealer } from '../sealing';
import { quickPayPartner } from './model';

/** A partner as it is registered: the words of the table, the signature's key still in the clear. */
export interface PartnerRegistration {
  readonly key: string;
  readonly name: string;
  readonly themeColor?: string;
  readonly logoUrl?: string;
  readonly registeredOrigins?: readonly string[];
  readonly secret?: string;
  readonly refidPrefix?: 'KWEB';
  readonly paymentIdPrefix?: 'KK';
  readonly userKeyFrom?: 'accountid';
  readonly makeUesCall?: boolean;
}

export const defaultThemeColor = '#e6007d';
export const partnerSecretPurpose = 'partner secret';

const rebateText =
  'Put this account on auto debit and get a rebate of RM3 a month for up to 6 months. Your bills are then paid by themselves.';

function rowOf(partner: PartnerRegistration, sealer: Sealer): Insertable<PartnersTable> {
  return {
    key: partner.key,
    name: partner.name,
    theme_color: partner.themeColor ?? defaultThemeColor,
    logo_url: partner.logoUrl ?? '',
    registered_origins: JSON.stringify(partner.registeredOrigins ?? []),
    secret_sealed: partner.secret === undefined ? null : sealer.seal(partner.secret, partnerSecretPurpose),
    refid_prefix: partner.refidPrefix ?? '',
    payment_id_prefix: partner.paymentIdPrefix ?? '',
    user_key_from: partner.userKeyFrom ?? 'partneruserkey',
    merchant_token_validation: false,
    make_ues_call: partner.makeUesCall ?? false,
    auto_debit_title: 'Never miss a bill',
    auto_debit_message: rebateText,
    auto_debit_thank_you: 'Thank you. Your account is now on auto debit.',
  };
}

/** Registers a partner, or registers it anew. */
export async function registerPartner(db: Db, partner: PartnerRegistration, sealer: Sealer): Promise<void> {
  const row = rowOf(partner, sealer);
  await db
    .insertInto('partners')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/** Quick pay is a partner too, in every deployment; one that an operator has registered otherwise stays so. */
export async function registerQuickPay(db: Db, sealer: Sealer): Promise<void> {
  await db
    .insertInto('partners')
    .values(rowOf({ key: quickPayPartner, name: 'ebill' }, sealer))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}
