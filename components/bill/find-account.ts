/** The id of what tells where the account number stands on a bill. */
export const findAccountId = 'find-account';
