/** Where the user part of the payment state stands in local storage. A file of its own, so that a page can look without the code that reads it. */
export const rememberedUserKey = 'ebill.user';
