import 'server-only';
import { randomUUID } from 'node:crypto';

/** Makes the key under which one act of a payer is done once. A form carries it from its rendering on, so that a second tap has the same. */
export function makeIdempotencyKey(): string {
  return randomUUID();
}

/** Takes the key of a form; one that is missing or not ours is replaced, so that nobody chooses keys that could meet another's. */
export function readIdempotencyKey(text: string | undefined): string {
  return text !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : makeIdempotencyKey();
}
