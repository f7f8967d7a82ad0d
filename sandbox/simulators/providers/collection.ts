import type { z } from 'zod';
import type { EventLog } from '../bank/event-log';

/** Documents of one kind by their ids, oldest first. Each change is written to the event log before it takes effect. */
export interface Collection<Value> {
  find(id: string): Value | null;
  list(): readonly Value[];
  put(id: string, value: Value): void;
  delete(id: string): void;
  /** Forgets all documents, after the event log was cleared. */
  forget(): void;
}

/** Opens the collection `name` with what the event log has of it. */
export function openCollection<Schema extends z.ZodType<z.core.util.JSONType>>(
  eventLog: EventLog,
  name: string,
  schema: Schema,
): Collection<z.infer<Schema>> {
  const documents = new Map<string, z.infer<Schema>>();
  for (const entry of eventLog.readAll()) {
    if (entry.kind !== 'document' || entry.collection !== name) continue;
    if (entry.value === null) documents.delete(entry.id);
    else documents.set(entry.id, schema.parse(entry.value));
  }
  return {
    find: (id) => documents.get(id) ?? null,
    list: () => [...documents.values()],
    put(id, value) {
      eventLog.append({ kind: 'document', collection: name, id, value });
      documents.set(id, value);
    },
    delete(id) {
      eventLog.append({ kind: 'document', collection: name, id, value: null });
      documents.delete(id);
    },
    forget: () => documents.clear(),
  };
}
