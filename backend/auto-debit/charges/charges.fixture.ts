import { sen } from '@/lib/domain/money';
import { failure, success, type Result } from '@/lib/domain/result';
import type { AttemptOrder, CardData, GatewayCharges, GatewayError, GatewayReport } from '../../gateways/gateway';
import type { FakeGateway } from '../../gateways/fake-gateway.fixture';

/** `lost`: the charge is made and its answer lost; `refused`: the gateway refuses the request. Otherwise the reason of a decline. */
type Outcome = 'approved' | 'lost' | 'down' | 'refused' | 'pending' | (string & {});

/** Charges of stored cards at a fake gateway: one charge for one number, as the interface asks for. */
export class FakeCharges implements GatewayCharges {
  readonly calls: { readonly order: AttemptOrder; readonly card: CardData }[] = [];
  /** The amounts of the charges that were made, by number. */
  readonly made = new Map<string, number>();
  /** How the next charges end; approved after these. */
  readonly next: Outcome[] = [];

  /** What the gateway charges instead of the amount that it was asked for, sen. */
  chargedInstead: number | null = null;

  constructor(private readonly gateway: FakeGateway) {}

  async chargeCard(order: AttemptOrder, card: CardData): Promise<Result<GatewayReport, GatewayError>> {
    this.calls.push({ order, card });
    const { number, amount } = order;
    const isMade = this.made.has(number);
    const outcome = isMade ? 'approved' : (this.next.shift() ?? 'approved');
    if (outcome === 'down') return failure('unreachable');
    if (outcome === 'refused') return failure('refused');
    if (outcome === 'approved' || outcome === 'lost') {
      this.made.set(number, amount);
      this.gateway.setStatus(number, 'successful', amount);
      if (outcome === 'lost') return failure('unreachable');
    }
    const charged = sen(this.chargedInstead ?? amount);
    const status = outcome === 'approved' ? 'successful' : outcome === 'pending' ? 'pending' : 'failed';
    if (status !== 'successful') this.gateway.setStatus(number, status, amount);
    return success({
      ...{ number, status, amount: charged, currency: 'MYR', gatewayReference: `ref-${number}` },
      ...{ reasonCode: outcome, bankName: null },
    });
  }

  isFinalDecline(reasonCode: string): boolean {
    return reasonCode === 'lost-or-stolen';
  }

  needsPayer(reasonCode: string): boolean {
    return reasonCode === 'authentication-required';
  }
}
