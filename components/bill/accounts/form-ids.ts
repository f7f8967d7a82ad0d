/** The id of the form that pays the list, which the buttons of the listed accounts submit, too. */
export const payAccountsForm = 'pay-accounts';
/** The id of the form that looks up another account. */
export const accountLookUpForm = 'account-look-up';
