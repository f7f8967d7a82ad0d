import type { Environment } from '../start/project.mjs';
import { provideCluster, type Cluster } from '../test/postgres-cluster.mjs';
import { disruptionCases, runDisruptionCases, type DisruptionCase } from './disruption-cases';
import { chargeJourneys, journeys } from './journeys';
import { listKillCases, nameStep, runKillCases, stepKey, type KillCase } from './kill-cases';
import { withPlantedFault } from './planted-faults';
import { smokeDisruptionCases, smokeKillCases } from './smoke-cases';
import { withFaultStack, type FaultStack } from './stack';
import { describeResult, verifyAll, type CaseResult } from './verification';

/** A PostgreSQL server or the embedded store. */
type StoreKind = 'server' | 'embedded';
type StoreResult = CaseResult & { store: StoreKind };

export interface FaultOptions {
  /** The short list only. */
  readonly short: boolean;
  /** Text that a case's name must contain. */
  readonly only: string;
  /** `server` or `embedded` only. */
  readonly store?: string;
  /** A planted fault. */
  readonly plant?: string;
  readonly log: (line: string) => void;
}

export interface FaultReport {
  seconds: number;
  cases: StoreResult[];
  /** Notes on cases that could not be run. */
  skipped: string[];
}

/** Cases that run one after the other on one stack. */
interface Lane {
  readonly store: StoreKind;
  /** For the store `server`; undefined when PostgreSQL is not available. */
  readonly cluster: Cluster | null | undefined;
  /** Of the stack, besides its defaults. */
  readonly environment?: Environment;
  readonly listKillCases: (stack: FaultStack) => Promise<readonly KillCase[]>;
  readonly disruptions: readonly DisruptionCase[];
}

function listAllKillCases(store: StoreKind, only: string, from = journeys): Lane['listKillCases'] {
  // The steps of a journey are known only once it has run, so journeys are chosen by their name and operations.
  const chosen = from.filter(({ name, operations }) =>
    operations.some((work) => `${name}: ${work}`.includes(only) || only.includes(name) || only.includes(work)),
  );
  return async (stack) => {
    const all = await listKillCases(stack, chosen);
    return all.filter(({ journey, step }, index) => {
      // The embedded store is slow to start: each step once, in the first journey that has it, and none at a gateway.
      const isFirst = all.findIndex((one) => stepKey(one.step) === stepKey(step)) === index;
      const isForStore = store === 'server' || (isFirst && !step.at.includes('gateway'));
      return `${journey.name}: ${nameStep(step)}`.includes(only) && isForStore;
    });
  };
}

function chooseLanes({ short, only, store }: FaultOptions, [cluster, durable]: readonly Cluster[]): readonly Lane[] {
  const lanes: readonly Lane[] = short
    ? [
        {
          ...{ store: 'server', cluster, disruptions: smokeDisruptionCases },
          listKillCases: async () => smokeKillCases.server,
        },
        { store: 'embedded', cluster: null, listKillCases: async () => smokeKillCases.embedded, disruptions: [] },
      ]
    : [
        { store: 'server', cluster, listKillCases: listAllKillCases('server', only), disruptions: [] },
        { store: 'embedded', cluster: null, listKillCases: listAllKillCases('embedded', only), disruptions: [] },
        {
          ...{ store: 'server', cluster: durable, environment: { AUTO_DEBIT_CHARGE: 'on' } },
          listKillCases: listAllKillCases('server', only, chargeJourneys),
          disruptions: disruptionCases.filter(({ name }) => name.includes(only)),
        },
      ];
  return lanes.filter((lane) => lane.cluster !== undefined && (store === undefined || lane.store === store));
}

/** Runs the cases of a lane; `entry` is the backend's bundle. */
function runLane(lane: Lane, entry: string, log: (line: string) => void): Promise<StoreResult[]> {
  const { store, cluster, environment, disruptions } = lane;
  const report = (result: CaseResult) => log(describeResult(result, store.padEnd(8)));
  return withFaultStack({ ...environment, DATABASE_URL: cluster?.url ?? '' }, entry, async (stack) => {
    const kills = await lane.listKillCases(stack);
    if (kills.length + disruptions.length === 0) return [];
    const finished = await runKillCases(stack, kills, report);
    if (cluster) finished.push(...(await runDisruptionCases(stack, cluster, disruptions, report)));
    return (await verifyAll(stack, finished)).map((result) => ({ store, ...result }));
  });
}

/**
 * Runs the chosen cases in parallel lanes: kill cases on PostgreSQL, kill cases on the embedded store, and on a second PostgreSQL with durable
 * commits those of charges by auto debit and the other disruptions.
 */
export async function runFaultCases(options: FaultOptions): Promise<FaultReport> {
  const { plant, log } = options;
  const start = performance.now();
  const clusters = [await provideCluster(log), await provideCluster(log, { isDurable: true })].filter(
    (cluster) => cluster !== undefined,
  );
  const skipped = clusters.length < 2 ? ['POSTGRESQL IS NOT AVAILABLE: all cases on it were skipped'] : [];
  try {
    const lanes = chooseLanes(options, clusters);
    const cases = await withPlantedFault(plant, async (entry) =>
      (await Promise.all(lanes.map((lane) => runLane(lane, entry, log)))).flat(),
    );
    const seconds = Math.round((performance.now() - start) / 1000);
    const failed = cases.filter(({ failures }) => failures.length > 0);
    const summary = `${cases.length} cases in ${seconds} s: ${cases.length - failed.length} passed, ${failed.length} failed`;
    log(
      ['', ...failed.map((result) => describeResult(result, result.store.padEnd(8))), ...skipped, summary].join('\n'),
    );
    return { seconds, cases, skipped };
  } finally {
    await Promise.all(clusters.map((cluster) => cluster.stop()));
  }
}
