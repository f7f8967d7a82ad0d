import { newCard } from '@/lib/domain/methods/new-card';
import { callbackUrlOf, type GatewayAddresses } from '../gateway';

/** Example's variables: the output of its schema in `lib/configuration/gateway-variables.ts`. */
export interface ExampleValues {
  readonly EXAMPLE_API_URL: string;
  readonly EXAMPLE_API_KEY: string;
  readonly EXAMPLE_CALLBACK_KEY: string;
}

export interface ExampleSettings {
  /** The base URL of the API, without a slash at its end. */
  readonly apiUrl: string;
  readonly apiKey: string;
  /** The key by which callbacks are signed. */
  readonly callbackKey: string;
  /** The site's origin, to which payers return. */
  readonly siteOrigin: string;
  readonly callbackUrl: string;
  /** The time-out of a call, ms. */
  readonly timeoutMs: number;
}

export const exampleAddresses = {
  callback: 'example',
  signatureHeader: 'example-signature',
  returnRoutes: [newCard.resultRoute.visa],
} as const satisfies GatewayAddresses;

/** Returns Example's settings from its variables and our own public addresses; `timeoutMs` is for a call. */
export function toExampleSettings(
  values: ExampleValues,
  own: { readonly siteOrigin: string; readonly backendUrl: string },
  timeoutMs: number,
): ExampleSettings {
  return {
    apiUrl: values.EXAMPLE_API_URL,
    apiKey: values.EXAMPLE_API_KEY,
    callbackKey: values.EXAMPLE_CALLBACK_KEY,
    siteOrigin: own.siteOrigin,
    callbackUrl: callbackUrlOf(exampleAddresses, own.backendUrl),
    timeoutMs,
  };
}
