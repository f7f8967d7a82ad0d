/** Milliseconds that a submission may take. Specification, section 7. */
export const submissionTimeout = 40_000;
