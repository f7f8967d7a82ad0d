/** The name of the box by which a payer asks this device to remember an account number. The server has no use for it. */
export const rememberAccountField = 'rememberAccount';
