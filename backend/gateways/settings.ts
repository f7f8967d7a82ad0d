import type { GatewayValues } from '@/lib/configuration/gateways';
import type { AcquirerSettings } from './acquirer/gateway';
import { toBillplzSettings, type BillplzSettings } from './billplz/settings';
import type { ChipSettings } from './chip/gateway';
import { toChipSettings } from './chip/settings';
import type { CounterSettings } from './counter/gateway';
import type { DuitNowSettings } from './duitnow/gateway';
import type { EghlSettings } from './eghl/gateway';
import { toEghlSettings, type EghlChannels } from './eghl/settings';
import type { FpxSettings } from './fpx/gateway';
import { toDuitNowSettings } from './presentment/settings';
import type { StripeSettings } from './stripe/gateway';
import { toStripeSettings } from './stripe/settings';

/** The gateways' URLs and credentials; time-outs in ms. A null gateway is not offered. */
export interface GatewaySettings {
  readonly fpx: (Omit<FpxSettings, 'kind' | 'now'> & { readonly bankListTimeoutMs: number }) | null;
  /** Null outside the sandbox, whose own protocol it is; so is `counter`. */
  readonly acquirer: AcquirerSettings | null;
  readonly eghl: (EghlSettings & EghlChannels) | null;
  readonly counter: CounterSettings | null;
  readonly duitnow: DuitNowSettings | null;
  readonly stripe: StripeSettings | null;
  readonly billplz: BillplzSettings | null;
  readonly chip: ChipSettings | null;
}

/** What a gateway has to know of this deployment: our public URLs, and how cards are entered. */
export interface OwnDeployment {
  readonly siteOrigin: string;
  readonly backendUrl: string;
  /** Cards are posted by the browser to a gateway that has a direct post, and not entered on its page. */
  readonly postsCardsDirectly: boolean;
}

/**
 * Time-outs of gateway calls, ms. Two calls in succession, such as a card's authorisation and the enquiry after it, must leave time for the
 * response to the site, which times out after 40 s.
 */
export const gatewayTimeouts = { call: 18_000, bankList: 3_000 } as const;

/** Builds the gateways' settings from their environment variables and our deployment. */
export function createGatewaySettings(
  { fpx, eghl, duitnow, chip, stripe, billplz }: GatewayValues,
  own: OwnDeployment,
): GatewaySettings {
  return {
    fpx: fpx && {
      hostUrl: fpx.FPX_HOST,
      sellerExId: fpx.FPX_SELLER_EX_ID,
      sellerId: fpx.FPX_SELLER_ID,
      privateKey: fpx.FPX_SELLER_KEY,
      fpxPublicKey: fpx.FPX_PUBLIC_KEY,
      bankNames: fpx.FPX_BANK_NAMES ?? new Map(),
      limits: {
        personal: { minimum: fpx.FPX_MINIMUM, maximum: fpx.FPX_MAXIMUM },
        corporate: { minimum: fpx.FPX_CORPORATE_MINIMUM, maximum: fpx.FPX_CORPORATE_MAXIMUM },
      },
      sessionMinutes: fpx.FPX_SESSION_MINUTES,
      timeoutMs: gatewayTimeouts.call,
      bankListTimeoutMs: gatewayTimeouts.bankList,
    },
    acquirer: null,
    eghl: eghl && toEghlSettings(eghl, own, gatewayTimeouts.call),
    counter: null,
    duitnow: duitnow && toDuitNowSettings(duitnow, own, gatewayTimeouts.call),
    stripe: stripe && toStripeSettings(stripe, own, gatewayTimeouts.call),
    billplz: billplz && toBillplzSettings(billplz, own, gatewayTimeouts),
    chip: chip && toChipSettings(chip, own, gatewayTimeouts),
  };
}
