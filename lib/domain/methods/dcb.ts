import { leastPayment, onlineOptions, type MethodDescriptor } from './method-descriptor';

/** Pay by mobile: the carrier charges the payer's phone bill (direct carrier billing). */
export const dcb = {
  id: 'dcb',
  kind: 'carrier',
  category: 'dcb',
  resultRoute: '/dcb/view/bankResult',
  limits: { minimum: leastPayment, maximum: null },
  fields: ['selectedDCB'],
  selection: { field: 'selectedDCB', listOptions: ({ carriers }) => onlineOptions(carriers) },
  card: null,
  autoDebit: false,
  instalments: false,
} as const satisfies MethodDescriptor;

const carrierMessages = { 'carrier-a': 'carrierA', 'carrier-b': 'carrierB', 'carrier-c': 'carrierC' } as const;

type KnownCarrier = keyof typeof carrierMessages;

function isKnownCarrier(id: string): id is KnownCarrier {
  return Object.hasOwn(carrierMessages, id);
}

/** Returns the key, below `carriers` of messages/, of a carrier's name; null for one that is shown by its id. */
export function carrierMessageKey(id: string): (typeof carrierMessages)[KnownCarrier] | null {
  return isKnownCarrier(id) ? carrierMessages[id] : null;
}
