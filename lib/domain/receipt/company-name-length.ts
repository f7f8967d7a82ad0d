/** The maximum length of a company's name on a receipt, in UTF-16 code units: the field has it, too. */
export const companyNameMaxLength = 120;
