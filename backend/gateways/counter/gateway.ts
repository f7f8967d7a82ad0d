import { counter } from '@/lib/domain/methods/counter';
import { checkMethodAmount } from '@/lib/domain/methods/method-table';
import type { Gateway, GatewayAddresses } from '../gateway';
import { createPresentmentGateway, type PresentmentSettings } from '../presentment/gateway';

export interface CounterSettings extends PresentmentSettings {
  /** The validity of a barcode, minutes. */
  readonly validMinutes: number;
}

const counterAddresses = {
  callback: 'counter',
  returnRoutes: [counter.resultRoute],
} as const satisfies GatewayAddresses;

/** Cash at a shop's counter: the network generates the text of the barcode. `begin` returns 'refused' outside the counters' limits. */
export function createCounterGateway({ validMinutes, ...settings }: CounterSettings): Gateway {
  return createPresentmentGateway(
    {
      name: 'counter',
      addresses: counterAddresses,
      prepare(order) {
        if (checkMethodAmount('counter', order.amount) !== null) return null;
        const expiresAt = new Date(Date.parse(order.startedAt) + validMinutes * 60_000).toISOString();
        return { code: null, expiresAt };
      },
      toStart: (text, expiresAt) => ({ kind: 'barcode', text, expiresAt }),
    },
    settings,
  );
}
