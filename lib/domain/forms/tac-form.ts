import * as z from 'zod/mini';
import { parseOneTimeCode } from '../contact/one-time-code';
import { requiredField } from './form-issue';

/** The form that asks for the TAC of pay by mobile. Specification, section 5: TAC. */
export const tacFormSchema = z.object({ tac: requiredField(parseOneTimeCode, 'validation.tac') });

export type TacForm = z.infer<typeof tacFormSchema>;
