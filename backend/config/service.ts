import { commonConfigSchema } from '@/lib/contract/common-config';
import { contractVersion, type ResponseOf } from '@/lib/contract/call';
import type { configGet } from '@/lib/contract/common-config';
import { toCommonConfig } from '@/lib/contract/mapping';
import type { CommonConfig } from '@/lib/domain/common-config';
import type { InstalmentPlan } from '@/lib/domain/payment/payment';
import type { Clock } from '../clock';
import { inTransaction, type Db } from '../db/database';
import { recordChanges, type SettingChange } from './setting-changes';

export interface ConfigService {
  /** The common config in the contract's format: stored values, and the defaults for the rest. */
  readWire(): Promise<ResponseOf<typeof configGet>>;
  read(): Promise<CommonConfig>;
  /** The common config without stored values. */
  readDefaults(): Promise<ResponseOf<typeof configGet>>;
  /** Merges values into the stored ones. Throws a ZodError if they violate the contract. */
  merge(values: Readonly<Record<string, unknown>>): Promise<void>;
  /** Deletes the stored values of some fields. */
  unset(names: readonly ConfigFieldName[]): Promise<void>;
  /** Deletes all stored values. */
  restoreDefaults(): Promise<void>;
  /** The instalment plans of the cards' banks; none: instalments are not offered. */
  readInstalmentPlans(): Promise<readonly InstalmentPlan[]>;
  /** Replaces the instalment plans; null restores the defaults. */
  setInstalmentPlans(plans: readonly InstalmentPlan[] | null): Promise<void>;
}

interface StoredConfigUpdate {
  readonly values: { readonly config?: string; readonly instalment_plans?: string | null };
  readonly changes: readonly SettingChange[];
}

interface ConfigSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly isSandbox: boolean;
  /** Values used where nothing is stored. */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly defaultPlans: readonly InstalmentPlan[];
}

/** The backend computes the omitted fields: they cannot be stored. */
const editableSchema = commonConfigSchema
  .omit({ serverTime: true, isSandbox: true, contractVersion: true })
  .partial()
  .strict();

/** The fields that `merge` accepts. */
export const configFieldNames = editableSchema.keyof().options;
export type ConfigFieldName = (typeof configFieldNames)[number];

export function createConfigService({ db, clock, isSandbox, defaults, defaultPlans }: ConfigSettings): ConfigService {
  async function readStored(): Promise<Readonly<Record<string, unknown>>> {
    const row = await db.selectFrom('stored_config').select('config').executeTakeFirst();
    return row?.config ?? {};
  }

  /** Changes what is stored, and records the changes. Concurrent changes are made one after the other. */
  async function update(edit: (stored: Readonly<Record<string, unknown>>) => StoredConfigUpdate): Promise<void> {
    await inTransaction(db, async (trx) => {
      const empty = trx.insertInto('stored_config').values({ id: 1, config: '{}' });
      await empty.onConflict((conflict) => conflict.doNothing()).execute();
      const { config } = await trx.selectFrom('stored_config').select('config').forUpdate().executeTakeFirstOrThrow();
      const { values, changes } = edit(config);
      await trx.updateTable('stored_config').set(values).execute();
      await recordChanges(trx, clock.now(), changes);
    });
  }

  function complete(stored: Readonly<Record<string, unknown>>) {
    return commonConfigSchema.parse({
      isApgDown: false,
      ...defaults,
      ...stored,
      isSandbox,
      contractVersion,
      serverTime: clock.now().toISOString(),
    });
  }

  const readWire = async () => complete(await readStored());

  return {
    readWire,
    readDefaults: async () => complete({}),
    async read() {
      return toCommonConfig(await readWire());
    },
    async merge(values) {
      // Store only the given fields, so that the others keep following the contract's defaults.
      const checked = editableSchema.parse(values);
      const named = Object.fromEntries(Object.entries(checked).filter(([name]) => name in values));
      const changes = Object.entries(named).map(([setting, value]) => ({ setting, value }));
      await update((stored) => ({ values: { config: JSON.stringify({ ...stored, ...named }) }, changes }));
    },
    async unset(names) {
      await update((stored) => {
        const removed = names.filter((name) => name in stored);
        const kept = Object.entries(stored).filter(([name]) => !removed.some((one) => one === name));
        return {
          values: { config: JSON.stringify(Object.fromEntries(kept)) },
          changes: removed.map((setting) => ({ setting, value: null })),
        };
      });
    },
    async restoreDefaults() {
      await this.unset(configFieldNames);
    },
    async readInstalmentPlans() {
      const row = await db.selectFrom('stored_config').select('instalment_plans').executeTakeFirst();
      return row?.instalment_plans ?? defaultPlans;
    },
    async setInstalmentPlans(plans) {
      await update(() => ({
        values: { instalment_plans: plans === null ? null : JSON.stringify(plans) },
        changes: [{ setting: 'instalment-plans', value: plans }],
      }));
    },
  };
}
