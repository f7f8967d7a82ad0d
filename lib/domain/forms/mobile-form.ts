import * as z from 'zod/mini';
import { parseMobileNumber } from '../contact/phone';
import { requiredField } from './form-issue';

/** The form that asks for the mobile number to charge. Specification, section 5: Mobile number. */
export const mobileFormSchema = z.object({
  mobileNumber: requiredField(parseMobileNumber, 'validation.mobileNumber'),
});

export type MobileForm = z.infer<typeof mobileFormSchema>;
