import { commonConfigSchema } from '@/lib/contract/common-config';
import { contractVersion, type ResponseOf } from '@/lib/contract/call';
import type { configGet } from '@/lib/contract/common-config';
import { toCommonConfig } from '@/lib/contract/mapping';
import type { CommonConfig } from '@/lib/domain/common-config';
import type { Clock } from '../clock';
import type { Db } from '../db/database';

export interface ConfigService {
  /** The common config as it goes over the wire: what is stored, the contract's defaults for the rest. */
  readWire(): Promise<ResponseOf<typeof configGet>>;
  read(): Promise<CommonConfig>;
  /** Merges values into what is stored. Throws a ZodError when they break the contract. */
  merge(values: Readonly<Record<string, unknown>>): Promise<void>;
}

interface ConfigSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly isSandbox: boolean;
  /** What holds where nothing is stored. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** Fields that are the backend's own word: storing them changes nothing. */
const editableSchema = commonConfigSchema
  .omit({ serverTime: true, isSandbox: true, contractVersion: true })
  .partial()
  .strict();

export function createConfigService({ db, clock, isSandbox, defaults }: ConfigSettings): ConfigService {
  async function readStored(): Promise<Readonly<Record<string, unknown>>> {
    const row = await db.selectFrom('stored_config').select('config').executeTakeFirst();
    return row?.config ?? {};
  }

  async function readWire() {
    return commonConfigSchema.parse({
      isApgDown: false,
      ...defaults,
      ...(await readStored()),
      isSandbox,
      contractVersion,
      serverTime: clock.now().toISOString(),
    });
  }

  return {
    readWire,
    async read() {
      return toCommonConfig(await readWire());
    },
    async merge(values) {
      // Only the fields named are stored: the defaults of the others stay the contract's.
      const checked = editableSchema.parse(values);
      const named = Object.fromEntries(Object.entries(checked).filter(([name]) => name in values));
      const config = JSON.stringify({ ...(await readStored()), ...named });
      await db
        .insertInto('stored_config')
        .values({ id: 1, config })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ config }))
        .execute();
    },
  };
}
