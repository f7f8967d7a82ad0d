import { sql } from 'kysely';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { onPaymentTransition } from '@/lib/telemetry/metrics/payment-transitions';
import { createRegistry, durationBuckets } from '@/lib/telemetry/metrics/registry';
import type { Db } from '../db/database';
import type { JobKind } from '../db/tables';
import { listReview, type ReviewEntry } from '../operations/review-queue';
import type { Services } from '../services';
import { addMoneyMetrics } from './money-metrics';

export interface BackendMetrics {
  readonly registry: Registry;
  /** Records a response: the call's name in the contract, or `callback`, `operator`, `none`. */
  countCall(response: { readonly call: string; readonly status: number; readonly seconds: number }): void;
  /** Compares the journal with what it records, which reads all of it, for the next scrapes. */
  checkJournal(): Promise<void>;
}

/** Reported as 0 if no job is due, so that graphs are continuous. */
const jobKinds = [
  'enquire-attempt',
  'expire-order',
  'cancel-approval',
  'post-payment',
  'send-refund',
  'reverse-posting',
  'deliver-message',
  'deliver-webhook',
  'settle-card-check',
  'forget-card',
  'delete-card',
  'remind-auto-debit',
  'send-mandate',
  'charge-auto-debit',
] as const satisfies readonly JobKind[];

/** The review queue changes rarely and is expensive to list: cached for this time, ms. */
const reviewCacheMs = 60_000;

/** The oldest due time of each kind of job, without lanes that pause. It uses the index on `due_at`, however many jobs are scheduled for later. */
async function listDueJobs(db: Db, now: Date): Promise<readonly { kind: string; oldest: Date }[]> {
  return db
    .selectFrom('jobs')
    .select(['kind', sql<Date>`min(due_at)`.as('oldest')])
    .where('due_at', '<=', now)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('paused_lanes')
            .select('lane')
            .whereRef('paused_lanes.kind', '=', 'jobs.kind')
            .whereRef('paused_lanes.lane', '=', 'jobs.lane')
            .where('paused_until', '>', now),
        ),
      ),
    )
    .groupBy('kind')
    .execute();
}

const reviewKinds = [
  ...(['money', 'attempt', 'card', 'chargeback', 'posting', 'refund', 'reversal', 'mandate', 'difference'] as const),
  ...(['webhook', 'message'] as const),
] as const;

/** Adds the metrics of the review queue: how many entries wait, and since when. */
function addReviewMetrics(services: Services, registry: Registry): void {
  let seenAt = -Infinity;
  let entries: readonly ReviewEntry[] = [];
  async function list(): Promise<readonly ReviewEntry[]> {
    if (performance.now() - seenAt < reviewCacheMs) return entries;
    seenAt = performance.now();
    entries = await listReview(services);
    return entries;
  }
  const ofKind = (all: readonly ReviewEntry[], kind: string) => all.filter(({ id }) => id.startsWith(`${kind}-`));
  const registers = [registry];
  new Gauge({
    name: 'ebill_backend_reviews_waiting',
    help: 'Entries of the review queue by kind; npm run ops -- review lists them',
    labelNames: ['kind'],
    registers,
    async collect() {
      const all = await list();
      for (const kind of reviewKinds) this.set({ kind }, ofKind(all, kind).length);
    },
  });
  new Gauge({
    name: 'ebill_backend_review_oldest_seconds',
    help: 'Age of the oldest entry of the review queue, by kind',
    labelNames: ['kind'],
    registers,
    async collect() {
      const all = await list();
      const now = services.clock.now().getTime();
      for (const kind of reviewKinds) {
        const oldest = Math.min(now, ...ofKind(all, kind).map(({ at }) => Date.parse(at)));
        this.set({ kind }, (now - oldest) / 1000);
      }
    },
  });
}

/** Creates the backend's metrics. Labels are calls, states, kinds of jobs and statuses: low cardinality and no personal data. */
export function createBackendMetrics(services: Services): BackendMetrics {
  const registry = createRegistry();
  const registers = [registry];
  const calls = new Histogram({
    name: 'ebill_backend_call_seconds',
    help: 'Calls that the backend has answered, by name in the contract and status',
    labelNames: ['call', 'status'],
    buckets: durationBuckets,
    registers,
  });
  const moves = new Counter({
    name: 'ebill_backend_payment_moves_total',
    help: 'Committed state transitions of orders and attempts in this process',
    labelNames: ['of', 'state'],
    registers,
  });
  onPaymentTransition(({ of, state }) => moves.inc({ of, state }));
  new Gauge({
    name: 'ebill_backend_job_oldest_seconds',
    help: 'Age of the oldest due job, by kind; the same from each backend of one database',
    labelNames: ['kind'],
    registers,
    async collect() {
      const now = services.clock.now();
      const jobs = await listDueJobs(services.db, now);
      this.reset();
      for (const kind of jobKinds) this.set({ kind }, 0);
      for (const job of jobs) this.set({ kind: job.kind }, (now.getTime() - job.oldest.getTime()) / 1000);
    },
  });
  addReviewMetrics(services, registry);
  new Gauge({
    name: 'ebill_backend_provider_recent_payments',
    help: 'What the payments of the last 30 minutes came to, by method, provider and outcome; npm run ops -- health',
    labelNames: ['method', 'provider', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { method, provider, recent } of services.providerHealth.list()) {
        for (const outcome of ['paid', 'slow', 'faults', 'unfinished'] as const) {
          this.set({ method, provider: provider ?? '', outcome }, recent[outcome]);
        }
      }
    },
  });
  const { checkJournal } = addMoneyMetrics(services, registry);
  return {
    registry,
    countCall: ({ call, status, seconds }) => calls.observe({ call, status: String(status) }, seconds),
    checkJournal,
  };
}
