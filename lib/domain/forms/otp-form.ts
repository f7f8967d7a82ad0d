import * as z from 'zod/mini';
import { parseOneTimeCode } from '../contact/one-time-code';
import { requiredField } from './form-issue';

/** The form that asks for the one-time PIN of auto debit. Specification, section 3: Auto debit OTP. */
export const otpFormSchema = z.object({ otp: requiredField(parseOneTimeCode, 'validation.otp') });

export type OtpForm = z.infer<typeof otpFormSchema>;
