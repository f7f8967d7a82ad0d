/**
 * Sent by forms that are posted with fetch inside a frame: `Sec-Fetch-Dest` tells it for documents only. Browsers send it, so its name is
 * not one of those that the front keeps for itself (front/request-headers.ts).
 */
export const framedHeader = 'x-framed';
