import { z } from 'zod';
import type { CustomerService } from '@/lib/domain/customer-service';
import { notes } from './variable-notes';
import { onOrOff } from './value-schemas';

/** A phone number in E.164 form, as the links `tel:` and wa.me need it. */
const internationalNumber = z
  .string()
  .regex(/^\+[1-9]\d{7,14}$/)
  .register(notes, { expected: 'a number such as +60312345678' });

export const customerServiceVariables = z.object({
  SUPPORT_PHONE: internationalNumber.optional().register(notes, {
    about: 'The phone number of customer service, at the foot of each page, in the help and on receipts',
    isEssential: true,
  }),
  SUPPORT_WHATSAPP: internationalNumber
    .optional()
    .register(notes, { about: 'The WhatsApp number of customer service, shown beside the phone number' }),
  SUPPORT_EMAIL: z.email().max(100).optional().register(notes, {
    about: 'The e-mail address of customer service, shown beside the phone number',
    expected: 'an e-mail address',
    fallback: 'help@ebill.example with the sandbox',
  }),
  SUPPORT_HOURS: z.string().max(60).optional().register(notes, {
    about: 'The hours of customer service, shown as they are in every language',
    expected: 'a short text such as 9:00–18:00',
    example: '9:00–18:00',
  }),
  PCI_DSS_COMPLIANT: onOrOff.optional().register(notes, {
    about: 'The header shows the mark of PCI DSS: turn it on only with a valid attestation of compliance',
    fallback: 'on with the sandbox, else off',
  }),
});

/** Returns how payers reach customer service. The sandbox has an e-mail address where none is configured. */
export function resolveCustomerService(
  values: Partial<z.output<typeof customerServiceVariables>>,
  isSandbox = false,
): CustomerService {
  return {
    phone: values.SUPPORT_PHONE ?? null,
    whatsApp: values.SUPPORT_WHATSAPP ?? null,
    email: values.SUPPORT_EMAIL ?? (isSandbox ? 'help@ebill.example' : null),
    hours: values.SUPPORT_HOURS ?? null,
  };
}
