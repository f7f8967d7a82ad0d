import * as z from 'zod/mini';
import { parseCompanyName } from '../receipt/company-name';
import { isPdfText } from '../receipt/pdf-text';
import { optionalField, reportMessage } from './form-issue';

/** The form that names the company that paid on its receipt: an empty name takes it off, and one that the PDF cannot show is refused. */
export const companyFormSchema = z.object({
  companyName: z.pipe(
    optionalField(parseCompanyName, 'validation.companyName'),
    z.transform((name, context) => {
      if (name === undefined || isPdfText(name)) return name;
      reportMessage(context, { key: 'validation.companyNameLatin' });
      return z.NEVER;
    }),
  ),
});
