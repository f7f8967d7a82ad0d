/**
 * The states of a link that continues a payment in another browser, such as the payer's phone: it can be used, it was used, or its time is over.
 * Security, row 63.
 */
export const continuationStatuses = ['open', 'used', 'expired'] as const;
export type ContinuationStatus = (typeof continuationStatuses)[number];

/** How long such a link can be used, in milliseconds. */
export const continuationLifetimeMs = 5 * 60_000;
