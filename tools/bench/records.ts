import type { PageWeight } from '../../e2e/fixtures/page-weight';

/** The fields of every record in tools/bench/results. In all records times are in ms, memory in MB of 1,000,000 bytes. */
interface Measured {
  /** The machine of the measurement. */
  readonly machine: string;
  /** Measured with --quick, so the figures are not meaningful. */
  readonly isQuick: boolean;
}

/** Steal: CPU time that the hypervisor gave to other machines. */
interface CpuSteal {
  /** The highest share of steal in a final run, 0 to 1. */
  readonly stolen: number;
  /** Runs that were repeated because of CPU steal. */
  readonly repeatedRuns: number;
}

/** A part's record without the fields of every record. */
export type Unmeasured<Part extends Measured> = Omit<Part, keyof Measured>;

export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface WeightRecord extends Measured {
  readonly pages: readonly { readonly name: string; readonly weight: PageWeight }[];
}

/** Medians of Lighthouse's metrics of a page. */
export interface PaintedPage extends CpuSteal {
  readonly name: string;
  /** With a throttled network and CPU. */
  readonly lcp: number;
  /** Simulated by Lighthouse from a load at full speed. */
  readonly simulatedLcp: number;
  readonly tbt: number;
  readonly cls: number;
  /** Divided by the bare page's in the same round. */
  readonly toBare: Readonly<Record<'lcp' | 'tbt', number>>;
}

/** The slowest event of an interaction, over all runs. */
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

/** A page under full load. */
export interface LoadedPage extends CpuSteal {
  readonly name: string;
  readonly perSecond: Spread;
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the server per request. */
  readonly cpuMs: number;
  readonly memory: number;
}

/** The throughput of journeys, and the response times of each step. */
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
  /** Whether the site had its own CPU. */
  readonly isDivided: boolean;
  readonly pages: readonly LoadedPage[];
  readonly journeys: { readonly full: JourneyLoad; readonly half: JourneyLoad };
  /** The load of the payment page by the number of banks on it. */
  readonly banks: readonly { readonly count: number; readonly load: LoadedPage }[];
  readonly memory: { readonly idle: Memory; readonly loaded: Memory };
}

/** The load of one backend call. */
export interface CallLoad {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMs: number;
}

export interface BackendRound extends CpuSteal {
  /** Payments stored before the measurement. */
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
  /** Seconds from `npm start` to the first page, with everything installed and built. */
  readonly second: Spread;
  readonly idle: Memory;
}

export interface CloneRecord extends Measured {
  /** Seconds from `npm start` in a fresh clone to the first page. */
  readonly first: number;
}

export interface SoakRecord extends Measured {
  readonly minutes: number;
  readonly journeys: number;
  readonly perSecond: number;
  /** Samples at equal intervals. */
  readonly site: readonly number[];
}

/** Journeys in a cluster with that many sites and backends. */
export interface ClusterLoad {
  readonly processes: number;
  readonly full: JourneyLoad;
  readonly half: JourneyLoad;
  /** Memory of each process before and after the load. */
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
