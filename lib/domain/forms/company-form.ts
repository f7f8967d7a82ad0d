import * as z from 'zod/mini';
import { parseCompanyName } from '../receipt/company-name';
import { optionalField } from './form-issue';

/** The form that names the company that paid on its receipt: an empty name takes it off. */
export const companyFormSchema = z.object({ companyName: optionalField(parseCompanyName, 'validation.companyName') });
