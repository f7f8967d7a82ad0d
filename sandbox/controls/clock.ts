import type { MovableClock } from '../../backend/clock';
import type { Db } from '../../backend/db/database';

/** Sets the clock to the offset that other processes, or an earlier start, have stored. */
export async function readClockState(db: Db, clock: MovableClock): Promise<void> {
  const row = await db.selectFrom('sandbox_state').select('clock_offset_ms').executeTakeFirst();
  clock.offsetMs = row?.clock_offset_ms ?? 0;
}

export async function moveClock(db: Db, clock: MovableClock, byMs: number): Promise<void> {
  const { clock_offset_ms } = await db
    .insertInto('sandbox_state')
    .values({ id: 1, clock_offset_ms: byMs })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({ clock_offset_ms: row('sandbox_state.clock_offset_ms', '+', byMs) })),
    )
    .returning('clock_offset_ms')
    .executeTakeFirstOrThrow();
  clock.offsetMs = clock_offset_ms;
}

const unitMs = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1000 } as const;

/** Reads an ISO 8601 duration of weeks, days, hours, minutes and seconds (`P5D`, `PT1H30M`) as ms; null for anything else. */
export function readDuration(text: string): number | null {
  const match =
    /^P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8}(?:\.\d{1,3})?)S)?)?$/.exec(
      text,
    );
  if (match === null || text === 'P') return null;
  const [, weeks, days, hours, minutes, seconds] = match.map((part) => Number(part ?? 0));
  return Math.round(
    (weeks ?? 0) * unitMs.W +
      (days ?? 0) * unitMs.D +
      (hours ?? 0) * unitMs.H +
      (minutes ?? 0) * unitMs.M +
      (seconds ?? 0) * unitMs.S,
  );
}
