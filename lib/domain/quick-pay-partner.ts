/** The partner key of quick pay. */
export const quickPayPartnerKey = 'EBILL';
