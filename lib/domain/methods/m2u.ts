import { leastPayment, type MethodDescriptor } from './method-descriptor';

/** Maybank2u, one bank's own online payment. */
export const m2u = {
  id: 'm2u',
  kind: 'redirect',
  category: 'm2u',
  resultRoute: '/bankResultMBBCASA',
  limits: { minimum: leastPayment, maximum: null },
  fields: [],
  selection: null,
  card: null,
  autoDebit: false,
  instalments: false,
} as const satisfies MethodDescriptor;
