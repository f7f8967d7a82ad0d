import type { GsmaConfiguration, GsmaEndpoint } from '@/lib/configuration/gsma';
import { senFromRinggit, type Sen } from '@/lib/domain/money';
import { gatewayTimeouts } from '../../gateways/settings';

/** The settings of the connector: what is configured, and our own address. */
export interface GsmaSettings extends Omit<GsmaConfiguration, 'endpoint' | 'maximumAmount' | 'notification'> {
  readonly endpoint: GsmaEndpoint;
  readonly maximumAmount: Sen;
  /** Where the biller calls back; null: it does not. */
  readonly callbackUrl: string | null;
  /** The time-out of a call, ms. */
  readonly timeoutMs: number;
}

/** Builds the connector's settings; `endpoint` is the sandbox's simulator or what is configured. */
export function createGsmaSettings(
  configuration: GsmaConfiguration,
  endpoint: GsmaEndpoint,
  own: { readonly backendUrl: string },
): GsmaSettings {
  const { acceptedStatuses, identifierType, maximumAmount, metadataKeys, notification } = configuration;
  return {
    ...{ endpoint, identifierType, acceptedStatuses, metadataKeys },
    maximumAmount: senFromRinggit(maximumAmount),
    callbackUrl: notification === 'callback' ? `${own.backendUrl}/callbacks/biller/gsma` : null,
    timeoutMs: gatewayTimeouts.call,
  };
}
