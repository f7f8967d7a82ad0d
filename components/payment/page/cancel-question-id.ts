/** The id of the question before a payment is cancelled. A page has one. */
export const cancelQuestionId = 'cancel-payment';
