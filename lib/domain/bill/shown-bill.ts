/** For how long a bill that was looked up can be paid from its page, in minutes. */
export const shownBillMinutes = 15;
