/**
 * Sent by forms that are posted with fetch inside a frame: `Sec-Fetch-Dest` shows it for documents only. Browsers send it, so it is not one
 * of the headers that the front reserves (front/request-headers.ts).
 */
export const framedHeader = 'x-framed';
