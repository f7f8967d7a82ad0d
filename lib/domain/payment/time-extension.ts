/** How often a payer may ask for more time to pay. */
export const maximumExtensions = 2;

/** By how much the deadline is extended, ms. */
export const extensionMs = 5 * 60_000;
