import { createEghlGateway, type EghlSettings } from '../eghl/gateway';
import type { Gateway, GatewayAddresses } from '../gateway';

export interface MaybankSettings extends EghlSettings, GatewayAddresses {
  /** eGHL's code for Maybank. */
  readonly code: string;
  readonly returnUrl: string;
  readonly callbackUrl: string;
}

/** Maybank2u by eGHL's direct debit channel (see the README beside). `order.provider` is null: there is one bank. */
export function createMaybankGateway({ code, ...settings }: MaybankSettings): Gateway {
  return createEghlGateway({
    ...settings,
    name: 'm2u',
    pymtMethod: 'DD',
    providers: { '': { code, name: 'Maybank2u' } },
  });
}
