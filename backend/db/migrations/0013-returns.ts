/** The visit that began an attempt, returns that were not believed, and the budget of enquiries that visitors may cause. */
export const returnsMigration = `
alter table attempts add column visit_id text;
alter table attempts add column returned_at timestamptz;
alter table attempts add column enquiry_budget_at timestamptz;
alter table card_verifications add column returned_at timestamptz;
alter table card_verifications add column enquiry_budget_at timestamptz;
`;
