/**
 * What the control `callbacks` makes of a gateway's callback to the backend: `twice`, its first confirmation is lost and it is sent again;
 * `late`, it is first sent an hour later by the banks' clock; `lost`, it is never sent.
 */
export const callbackModes = ['twice', 'late', 'lost'] as const;
export type CallbackMode = (typeof callbackModes)[number];

/** How much later a late callback is sent, ms. */
export const lateCallbackMs = 60 * 60 * 1000;
