/** The fields of the form that pays a bill, in the order of the page. */
export const payFieldOrder = ['payOption', 'amount', 'email', 'phoneNumber'] as const;
