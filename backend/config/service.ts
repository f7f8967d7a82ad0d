import { commonConfigSchema } from '@/lib/contract/common-config';
import { contractVersion, type ResponseOf } from '@/lib/contract/call';
import type { configGet } from '@/lib/contract/common-config';
import { toCommonConfig } from '@/lib/contract/mapping';
import type { CommonConfig } from '@/lib/domain/common-config';
import type { Clock } from '../clock';
import type { Db } from '../db/database';

export interface ConfigService {
  /** The common config in the contract's format: stored values, and the defaults for the rest. */
  readWire(): Promise<ResponseOf<typeof configGet>>;
  read(): Promise<CommonConfig>;
  /** The common config without stored values. */
  readDefaults(): Promise<ResponseOf<typeof configGet>>;
  /** Merges values into the stored ones. Throws a ZodError if they violate the contract. */
  merge(values: Readonly<Record<string, unknown>>): Promise<void>;
  /** Deletes all stored values. */
  restoreDefaults(): Promise<void>;
}

interface ConfigSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly isSandbox: boolean;
  /** Values used where nothing is stored. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** The backend computes the omitted fields: they cannot be stored. */
const editableSchema = commonConfigSchema
  .omit({ serverTime: true, isSandbox: true, contractVersion: true })
  .partial()
  .strict();

/** The fields that `merge` accepts. */
export const configFieldNames = editableSchema.keyof().options;
export type ConfigFieldName = (typeof configFieldNames)[number];

export function createConfigService({ db, clock, isSandbox, defaults }: ConfigSettings): ConfigService {
  async function readStored(): Promise<Readonly<Record<string, unknown>>> {
    const row = await db.selectFrom('stored_config').select('config').executeTakeFirst();
    return row?.config ?? {};
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
      const config = JSON.stringify({ ...(await readStored()), ...named });
      await db
        .insertInto('stored_config')
        .values({ id: 1, config })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ config }))
        .execute();
    },
    async restoreDefaults() {
      await db.deleteFrom('stored_config').execute();
    },
  };
}
