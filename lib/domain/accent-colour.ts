/** The accent colour of quick pay and of partners that set none. Specification, sections 1 and 9. */
export const defaultAccentColour = '#e6007d';
