import type { CardFieldNames } from '../methods/method-descriptor';

/** A request that the payer's browser makes to a gateway's page. */
export interface GatewayRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly fields: Readonly<Record<string, string>>;
}

/** Where the payer's browser posts a card, straight to a gateway ('direct post'), and the gateway's names of its fields. Nothing in it is secret. */
export interface DirectPost {
  readonly url: string;
  readonly fieldNames: CardFieldNames;
  /** The name of the checkbox, whose value is `on`, that has the gateway keep the card; absent: the payer has not asked for it. */
  readonly saveField?: string;
}
