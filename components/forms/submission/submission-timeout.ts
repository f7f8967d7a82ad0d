/** Timeout of a submission in milliseconds. Specification, section 7. */
export const submissionTimeout = 40_000;
