/**
 * Where a new card is typed in: on the payment page ('own'), on the gateway's page, or in a form of ours that the browser posts straight to the
 * gateway ('direct').
 */
export const cardEntryPlaces = ['own', 'gateway', 'direct'] as const;
export type CardEntryPlace = (typeof cardEntryPlaces)[number];

/** The places that a deployment allows, by its `CARD_ENTRY`. PCI DSS: SAQ A for the gateway's page, SAQ A-EP for a direct post, SAQ D for our own. */
const allowedPlaces = {
  own: cardEntryPlaces,
  direct: ['gateway', 'direct'],
  gateway: ['gateway'],
} as const satisfies Record<CardEntryPlace, readonly CardEntryPlace[]>;

/** Returns whether a deployment with `configured` as its `CARD_ENTRY` allows cards to be typed in at a place. */
export function allowsCardEntry(configured: CardEntryPlace, place: CardEntryPlace): boolean {
  return allowedPlaces[configured].some((allowed) => allowed === place);
}
