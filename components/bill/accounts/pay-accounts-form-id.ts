/** The id of the form that pays the list, which the buttons of the listed accounts submit, too. */
export const payAccountsForm = 'pay-accounts';
