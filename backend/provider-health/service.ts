import { assessProvider, type ProviderCounts } from '@/lib/domain/payment/provider-health';
import type { ProviderHealth } from '@/lib/domain/payment/payment';
import { addMilliseconds, dayMs, hourMs, minuteMs, type Clock } from '../clock';
import type { Db } from '../db/database';
import { findGateway, type GatewaysInUse } from '../gateways-in-use';
import { countAttempts, slotMs, type ProviderAttempts } from './counts';
import { sumUp } from './outcome';

/** How often the process reads the payments of the last half hour, ms. */
export const healthRefreshMs = minuteMs;

/** What was read is told for this time, ms: while the database cannot be read, nobody is warned by old figures. */
const figuresLifetimeMs = 5 * minuteMs;

/** The payments of the days before are read again after this time, ms. */
const usualLifetimeMs = hourMs;

/** At most this many attempts of the last half hour are read, and of each half hour of the seven days before. */
const sampleSizes = { recent: 2000, usual: 50 } as const;
const usualSlots = (7 * dayMs) / slotMs;

/** The figures of a provider. */
export interface ProviderFigures {
  readonly method: ProviderHealth['method'];
  readonly provider: ProviderHealth['provider'];
  /** Of the last 30 minutes. */
  readonly recent: ProviderCounts;
  /** Of the seven days before. */
  readonly usual: ProviderCounts;
  readonly condition: ProviderHealth['condition'] | null;
}

export interface ProviderHealthService {
  /** The figures of the last refresh, of each provider with a payment in its last 30 minutes. Reads nothing: page calls never wait for it. */
  list(): readonly ProviderFigures[];
  /** Reads the payments. Concurrent calls share one reading. */
  refresh(): Promise<void>;
  /** Forgets what was read. */
  clear(): void;
}

const nobody: ProviderCounts = { paid: 0, slow: 0, faults: 0, unfinished: 0 };

function keyOf({ method, provider }: Pick<ProviderAttempts, 'method' | 'provider'>): string {
  return `${method} ${provider ?? ''}`;
}

interface UsualCounts {
  readonly at: Date;
  readonly counts: ReadonlyMap<string, ProviderCounts>;
}

/** Creates the service that compares the payments of the last 30 minutes with those of the seven days before. */
export function createProviderHealth({
  db,
  clock,
  gateways,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly gateways: GatewaysInUse;
}): ProviderHealthService {
  let figures: readonly ProviderFigures[] = [];
  let readAt: Date | null = null;
  let usual: UsualCounts | null = null;
  let refreshing: Promise<void> | null = null;

  function countsOf(attempts: readonly ProviderAttempts[]): ReadonlyMap<string, ProviderCounts> {
    const ofProvider = new Map<string, ProviderAttempts[]>();
    for (const ended of attempts) ofProvider.set(keyOf(ended), [...(ofProvider.get(keyOf(ended)) ?? []), ended]);
    const find = (name: string) => findGateway(gateways, name);
    return new Map([...ofProvider].map(([key, ended]) => [key, sumUp(ended, find)] as const));
  }

  /** Whether a time is at most so long ago. The sandbox's clock can be set back. */
  function isWithin(time: Date, lifetimeMs: number): boolean {
    const age = clock.now().getTime() - time.getTime();
    return age >= 0 && age < lifetimeMs;
  }

  async function readUsual(now: Date): Promise<UsualCounts> {
    if (usual !== null && isWithin(usual.at, usualLifetimeMs)) return usual;
    const until = addMilliseconds(now, -slotMs);
    const attempts = await countAttempts(db, { until, slots: usualSlots, attemptsOfSlot: sampleSizes.usual });
    return { at: now, counts: countsOf(attempts) };
  }

  async function read(isCurrent: () => boolean): Promise<void> {
    const now = clock.now();
    const before = await readUsual(now);
    const attempts = await countAttempts(db, { until: now, slots: 1, attemptsOfSlot: sampleSizes.recent });
    const recent = countsOf(attempts);
    // What was read was cleared meanwhile.
    if (!isCurrent()) return;
    usual = before;
    readAt = now;
    const providers = new Map(attempts.map((attempt) => [keyOf(attempt), attempt]));
    figures = [...providers].map(([key, { method, provider }]) => {
      const counts = { recent: recent.get(key) ?? nobody, usual: before.counts.get(key) ?? nobody };
      return { method, provider, ...counts, condition: assessProvider(counts.recent, counts.usual) };
    });
  }

  function begin(): Promise<void> {
    const reading: Promise<void> = read(() => refreshing === reading).finally(() => {
      if (refreshing === reading) refreshing = null;
    });
    return reading;
  }

  return {
    list: () => (readAt !== null && isWithin(readAt, figuresLifetimeMs) ? figures : []),
    refresh: () => (refreshing ??= begin()),
    clear() {
      figures = [];
      usual = null;
      refreshing = null;
    },
  };
}

/** Lists the providers whose condition is known, for the payment page. */
export function listProviderHealth(service: ProviderHealthService): readonly ProviderHealth[] {
  return service
    .list()
    .flatMap(({ method, provider, condition }) => (condition === null ? [] : [{ method, provider, condition }]));
}
