import type { Gateway } from '../gateways/gateway';

/** Mobile carriers that charge payments to the payer's phone bill (direct carrier billing). */
export interface Carrier {
  /** The available carriers, by the values of `selectedDCB`. */
  readonly names: readonly string[];
  /** Returns whether a number (`601…`) is the carrier's and can be charged. Because of number portability only the carrier can answer. */
  acceptsNumber(carrier: string, mobileNumber: string): Promise<boolean>;
  /** Charges a payment. `order.provider` is the carrier. Idempotent by attempt. */
  charge(order: Parameters<Gateway['begin']>[0], mobileNumber: string): ReturnType<Gateway['enquire']>;
  /** The carriers as a gateway, for enquiries. */
  readonly gateway: Gateway;
}
