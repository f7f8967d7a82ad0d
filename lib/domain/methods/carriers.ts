const carrierWords = { 'carrier-a': 'carrierA', 'carrier-b': 'carrierB', 'carrier-c': 'carrierC' } as const;

type CarrierId = keyof typeof carrierWords;

function isCarrierId(id: string): id is CarrierId {
  return Object.hasOwn(carrierWords, id);
}

/** Gives the key, below `carriers` of messages/, of a carrier's name; null for one that goes by its id. */
export function carrierWordOf(id: string): (typeof carrierWords)[CarrierId] | null {
  return isCarrierId(id) ? carrierWords[id] : null;
}
