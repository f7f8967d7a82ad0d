import type { Gateway } from '../gateways/gateway';

/** Mobile carriers that charge a payment to the payer's phone bill. */
export interface Carrier {
  /** The carriers to choose from, by the names of `selectedDCB`. */
  readonly names: readonly string[];
  /** Asks a carrier whether a number (`601…`) is its own and may be charged: numbers are ported, so nobody else can say. */
  acceptsNumber(carrier: string, mobileNumber: string): Promise<boolean>;
  /** Charges. `order.provider` is the carrier; the same attempt is charged once, however often this is called. */
  charge(order: Parameters<Gateway['begin']>[0], mobileNumber: string): ReturnType<Gateway['enquire']>;
  /** The carriers as a gateway: for enquiries. */
  readonly gateway: Gateway;
}
