/** The gateway's ids of payments: some providers find a payment by their own id only. */
export const gatewayPaymentsMigration = `
alter table attempts add column gateway_payment text;
`;
