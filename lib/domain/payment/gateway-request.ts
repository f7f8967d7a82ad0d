/** A request that the payer's browser makes to a gateway's page. */
export interface GatewayRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly fields: Readonly<Record<string, string>>;
}
