import type { PageWeight } from '../../e2e/fixtures/page-weight';

/** What each part of the benchmark records, in a file of tools/bench/results. Times are in ms, memory in MB of 1,000,000 bytes. */
interface Measured {
  /** Where it was measured. */
  readonly machine: string;
  /** With --quick, whose figures are not meaningful. */
  readonly isQuick: boolean;
}

/** Steal: CPU time that the host gave to other machines. */
interface CpuSteal {
  /** The greatest share of steal in a run that counts, 0 to 1. */
  readonly stolen: number;
  /** Runs that were repeated because of more. */
  readonly thrownAway: number;
}

/** A part's record without what every part has. */
export type Unmeasured<Part extends Measured> = Omit<Part, keyof Measured>;

export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface WeightRecord extends Measured {
  readonly pages: readonly { readonly name: string; readonly weight: PageWeight }[];
}

/** What Lighthouse says of a page: medians. */
export interface PaintedPage extends CpuSteal {
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
export interface LoadedPage extends CpuSteal {
  readonly name: string;
  readonly perSecond: Spread;
  readonly p50: number;
  readonly p99: number;
  /** Of its server, for each request. */
  readonly processorMs: number;
  readonly memory: number;
}

/** Whole journeys, and how long a payer waits at each step. */
export interface JourneyLoad extends CpuSteal {
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

/** Calls of one kind to the backend. */
export interface CallLoad {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly processorMs: number;
}

export interface BackendRound extends CpuSteal {
  /** Payments stored before. */
  readonly stored: number;
  readonly calls: readonly { readonly name: string; readonly full: CallLoad; readonly half: CallLoad | null }[];
}

export interface BackendRecord extends Measured {
  readonly postgresql: string;
  readonly rounds: readonly BackendRound[];
}

/** The import of a file of bills. */
export interface BillsRecord extends Measured {
  readonly postgresql: string;
  readonly bills: number;
  /** Seconds into an empty table. */
  readonly first: number;
  /** Seconds where every bill is stored already, and changed. */
  readonly next: number;
  /** The most that each process had. */
  readonly memory: { readonly ops: number; readonly backend: number };
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

/** Journeys through a cluster with as many sites and as many backends. */
export interface ClusterLoad {
  readonly processes: number;
  readonly full: JourneyLoad;
  readonly half: JourneyLoad;
  /** Memory of each process. */
  readonly before: Readonly<Partial<Record<string, number>>>;
  readonly after: Readonly<Partial<Record<string, number>>>;
}

export interface ClusterRecord extends Measured {
  readonly versions: Readonly<Record<'nginx' | 'postgresql' | 'redis', string>>;
  readonly payments: number;
  readonly loads: readonly ClusterLoad[];
}

export interface PerformanceRecords {
  readonly weight: WeightRecord;
  readonly page: PageRecord;
  readonly server: ServerRecord;
  readonly backend: BackendRecord;
  readonly bills: BillsRecord;
  readonly start: StartRecord;
  readonly clone: CloneRecord;
  readonly soak: SoakRecord;
  readonly cluster: ClusterRecord;
}
