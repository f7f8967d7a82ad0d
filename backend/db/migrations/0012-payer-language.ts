/** The languages are in `lib/domain/locales.ts`: a new one needs no migration. */
export const payerLanguageMigration = `
alter table attempts drop constraint attempts_payer_language_check;
`;
