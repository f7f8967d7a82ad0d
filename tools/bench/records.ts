import type { PageWeight } from '../../e2e/fixtures/page-weight';

/** What each part of the benches writes down, one file each in tools/bench/results. Times in ms, memory in MB of 1,000,000 bytes. */
interface Measured {
  /** On what it was measured. */
  readonly machine: string;
  /** By a quick look, whose figures say nothing. */
  readonly isQuick: boolean;
}

/** How quiet the host was. */
interface Quiet {
  /** The greatest share of time that the host took in a run that counts, 0 to 1. */
  readonly stolen: number;
  /** Runs that do not count because it took more. */
  readonly thrownAway: number;
}

export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface WeightRecord extends Measured {
  readonly pages: readonly { readonly name: string; readonly weight: PageWeight }[];
}

/** What Lighthouse says of a page: medians. */
export interface PaintedPage extends Quiet {
  readonly name: string;
  /** On a network and a processor that were slowed down. */
  readonly lcp: number;
  /** Reckoned from a load at full speed. */
  readonly reckonedLcp: number;
  readonly tbt: number;
  readonly cls: number;
}

/** The slowest answer to something that a payer does on a page, of each run. */
export interface Interaction {
  readonly page: string;
  readonly name: string;
  readonly worst: Spread;
}

export interface PageRecord extends Measured {
  readonly runs: number;
  readonly lighthouse: string;
  readonly chromium: string;
  readonly pages: readonly PaintedPage[];
  readonly interactions: readonly Interaction[];
}

/** A page under as much load as its server bears. */
export interface LoadedPage extends Quiet {
  readonly name: string;
  readonly perSecond: Spread;
  readonly p50: number;
  readonly p99: number;
  /** Of its server, for each request. */
  readonly processorMs: number;
  readonly memory: number;
}

/** Whole journeys, and how long a payer waits at each step. */
export interface JourneyLoad extends Quiet {
  readonly perSecond: number;
  readonly steps: readonly { readonly name: string; readonly p50: number; readonly p99: number }[];
}

interface Memory {
  readonly site: number;
  readonly backend: number;
}

export interface ServerRecord extends Measured {
  readonly postgresql: string;
  /** Whether the site had one processor, and all else the others. */
  readonly isDivided: boolean;
  readonly pages: readonly LoadedPage[];
  readonly journeys: { readonly full: JourneyLoad; readonly half: JourneyLoad };
  /** What the payment page costs, by the number of banks on it. */
  readonly banks: readonly { readonly count: number; readonly load: LoadedPage }[];
  readonly memory: { readonly idle: Memory; readonly loaded: Memory };
}

/** Where the site's processor time goes while one page is asked for. */
export interface ProfileRecord extends Measured {
  readonly page: string;
  readonly requests: number;
  /** By whose code it is, the greatest first. `share` of the time in which it did something, 0 to 1. */
  readonly owners: readonly { readonly name: string; readonly perRequest: number; readonly share: number }[];
  /** The files that take most. */
  readonly files: readonly { readonly name: string; readonly perRequest: number; readonly share: number }[];
}

/** Calls of one kind to the backend. */
export interface CallLoad {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly processorMs: number;
}

export interface BackendRound extends Quiet {
  /** Payments stored before. */
  readonly stored: number;
  readonly calls: readonly { readonly name: string; readonly full: CallLoad; readonly half: CallLoad | null }[];
}

export interface BackendRecord extends Measured {
  readonly postgresql: string;
  readonly rounds: readonly BackendRound[];
}

export interface StartRecord extends Measured {
  /** From `npm start` to the first page, where everything is installed and built, seconds. */
  readonly second: Spread;
  readonly idle: Memory;
}

export interface CloneRecord extends Measured {
  /** From `npm start` in a fresh clone to the first page, seconds. */
  readonly first: number;
}

export interface SoakRecord extends Measured {
  readonly minutes: number;
  readonly journeys: number;
  readonly perSecond: number;
  /** Evenly over the time. */
  readonly site: readonly number[];
}

export interface PerformanceRecords {
  readonly weight: WeightRecord;
  readonly page: PageRecord;
  readonly server: ServerRecord;
  readonly profile: ProfileRecord;
  readonly backend: BackendRecord;
  readonly start: StartRecord;
  readonly clone: CloneRecord;
  readonly soak: SoakRecord;
}

/** Whole journeys through the cluster, by as many sites and as many backends. */
export interface ClusterLoad {
  readonly processes: number;
  /** As many payers as go through, and half as many. */
  readonly full: JourneyLoad;
  readonly half: JourneyLoad;
  readonly failed: number;
  /** MB of each process. */
  readonly before: Readonly<Record<string, number>>;
  readonly after: Readonly<Record<string, number>>;
}

export interface ClusterSoak {
  readonly minutes: number;
  readonly journeys: number;
  readonly perSecond: number;
  readonly failed: number;
  /** MB of each process, at equal intervals. */
  readonly memory: readonly Readonly<Record<string, number>>[];
}

export interface LoadRecord {
  readonly machine: string;
  readonly versions: Readonly<Record<'nginx' | 'postgresql' | 'redis', string>>;
  readonly payments: number;
  readonly loads: readonly ClusterLoad[];
  readonly soak: ClusterSoak;
}
