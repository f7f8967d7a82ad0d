/** How payers reach customer service: phone numbers in E.164 form, an e-mail address, hours as the operator writes them; null for what is not configured. */
export interface CustomerService {
  readonly phone: string | null;
  readonly whatsApp: string | null;
  readonly email: string | null;
  readonly hours: string | null;
}

/** Nothing is configured. */
export const noCustomerService: CustomerService = { phone: null, whatsApp: null, email: null, hours: null };
