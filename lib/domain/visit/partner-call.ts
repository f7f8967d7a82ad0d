/**
 * The user agent of requests to partners' servers: webhooks, and questions about their customers. No server of ours accepts it. A sandbox's partners
 * choose ports of its machine, and a process does not know the ports of all others. Security, row 29.
 */
export const partnerCallUserAgent = 'ebill-partner-call';

/** Whether a request to a server of ours is one that a server of ours has made to a partner's address. */
export function isPartnerCall(headers: { readonly 'user-agent'?: string | undefined }): boolean {
  return headers['user-agent'] === partnerCallUserAgent;
}
