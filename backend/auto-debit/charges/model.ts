import type { Selectable } from 'kysely';
import { openChargeStates, type ChargeState } from '@/lib/domain/auto-debit-charge';
import type { CardBrand } from '@/lib/domain/card/card-fields';
import { inTransaction, type Db, type Trx } from '../../db/database';
import type { AutoDebitChargesTable, JobKind } from '../../db/tables';
import { bringJobForward } from '../../jobs/model';
import { findMandateId } from '../../mandates/cancellation';
import { lockRequest } from '../../mandates/answers';
import type { MandateRequest } from '../../mandates/model';
import { listAttempts, type Attempt } from '../../payments/model';
import { writeHistory } from '../../payments/transitions';
import type { Services } from '../../services';

/** The charge of one bill of a registration. */
export type Charge = Selectable<AutoDebitChargesTable>;

/** What is charged: a card that is encrypted here, or one that a gateway keeps. */
export type ChargedCard =
  | { readonly kind: 'stored'; readonly sealed: string }
  | { readonly kind: 'kept'; readonly gateway: string; readonly token: string };

/** A registration whose bills we charge, with its card. */
export interface ChargedRegistration {
  readonly mandate: string;
  readonly accountNumber: string;
  /** The payment after which the account was registered. */
  readonly refid: string;
  readonly card: {
    readonly brand: CardBrand;
    readonly lastFour: string;
    readonly expiry: string;
    readonly source: ChargedCard;
  };
}

/** Finds a registration that is in force and whose bills we charge. */
export async function findChargedRegistration(db: Db | Trx, mandate: string): Promise<ChargedRegistration | null> {
  const row = await db
    .selectFrom('auto_debits')
    .leftJoin('card_verifications', 'card_verifications.id', 'auto_debits.card_verification')
    .select(['account_number', 'auto_debits.order_refid', 'card_brand', 'card_last_four', 'card_expiry', 'card_sealed'])
    .select(['card_verifications.gateway', 'card_token'])
    .where('mandate', '=', mandate)
    .where('is_charged', '=', true)
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        ...{ mandate, accountNumber: row.account_number, refid: row.order_refid },
        card: {
          ...{ brand: row.card_brand, lastFour: row.card_last_four },
          ...{ expiry: row.card_expiry, source: toChargedCard(row) },
        },
      };
}

/** Throws for a registration without a card: a bug. */
function toChargedCard(row: {
  readonly card_sealed: string | null;
  readonly gateway: string | null;
  readonly card_token: string | null;
}): ChargedCard {
  if (row.card_sealed !== null) return { kind: 'stored', sealed: row.card_sealed };
  if (row.gateway === null || row.card_token === null) throw new Error('a registration without a card');
  return { kind: 'kept', gateway: row.gateway, token: row.card_token };
}

/** Finds the charge of a registration that has not ended; there is at most one. */
export async function findOpenCharge(db: Db | Trx, mandate: string): Promise<Charge | null> {
  const row = await db
    .selectFrom('auto_debit_charges')
    .selectAll()
    .where('mandate', '=', mandate)
    .where('state', 'in', [...openChargeStates])
    .executeTakeFirst();
  return row ?? null;
}

/** A registration's mandate, its open charge and the registration itself, as they are under the mandate's lock. */
export interface LockedRegistration {
  readonly request: MandateRequest;
  readonly charge: Charge | null;
  /** Null once it has ended. */
  readonly registration: ChargedRegistration | null;
}

/**
 * Locks a registration's mandate until the end of the SQL transaction: its cancellation, and what is announced, begun and settled of its charges,
 * are serialised. Throws for a mandate that does not exist: a bug.
 */
export async function lockRegistration(trx: Trx, mandate: string): Promise<LockedRegistration> {
  const id = await findMandateId({ db: trx }, mandate);
  const request = id === null ? null : await lockRequest(trx, id);
  if (request === null) throw new Error('a registration without a mandate');
  return {
    request,
    charge: await findOpenCharge(trx, mandate),
    registration: await findChargedRegistration(trx, mandate),
  };
}

type ChargeChange = Partial<Pick<Charge, 'charge_on' | 'first_charged_on' | 'tries' | 'reason'>>;

/** Sets a charge's state, with an entry in the history of the payment after which the account was registered. */
export async function moveCharge(
  trx: Trx,
  { id, due_date: dueDate }: Charge,
  { refid }: Pick<MandateRequest, 'refid'>,
  state: ChargeState,
  { at, ...change }: ChargeChange & { readonly at: Date },
): Promise<void> {
  await trx
    .updateTable('auto_debit_charges')
    .set({ ...change, state, moved_at: at })
    .where('id', '=', id)
    .execute();
  const detail = `due ${dueDate}`;
  await writeHistory(trx, { refid, attemptId: null, state: `auto-debit-${state}`, by: 'timer', at, detail });
}

/** Returns the attempt of a charge's latest try. Throws if it has none: a bug. */
export async function findTriedAttempt(db: Db | Trx, { id, tries }: Charge): Promise<Attempt> {
  const { order_refid: refid } = await db
    .selectFrom('auto_debit_tries')
    .select('order_refid')
    .where('charge_id', '=', id)
    .where('number', '=', tries)
    .executeTakeFirstOrThrow();
  const [attempt] = await listAttempts(db, refid);
  if (attempt === undefined) throw new Error('a charge without an attempt');
  return attempt;
}

/**
 * Schedules the registrations whose bills we charge where no job is scheduled: after AUTO_DEBIT_CHARGE was switched off and on again. A charge that
 * is under way has a job as long as it has no outcome.
 */
export async function scheduleCharges({ db, clock, chargePolicy }: Services): Promise<void> {
  if (chargePolicy === null) return;
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'due_at'])
    .expression(
      db
        .selectFrom('auto_debits')
        .select((row) => [
          row.val<JobKind>('charge-auto-debit').as('kind'),
          row.ref('mandate').$notNull().as('subject'),
          row.cast<Date>(row.val(clock.now()), 'timestamptz').as('due_at'),
        ])
        .where('is_charged', '=', true)
        .where('mandate', 'is not', null),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .execute();
}

/** Has a registration's job look at its bill now. */
export async function lookAtBillNow({ db, clock }: Services, accountNumber: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('auto_debits')
      .select('mandate')
      .where('account_number', '=', accountNumber)
      .where('is_charged', '=', true)
      .executeTakeFirst();
    const mandate = row?.mandate ?? null;
    if (mandate === null) return;
    await bringJobForward(trx, { kind: 'charge-auto-debit', subject: mandate }, clock.now());
  });
}
