import 'server-only';
import { randomUUID } from 'node:crypto';

/** Makes an idempotency key. It is rendered into the form, so that a double submission has the same key. */
export function makeIdempotencyKey(): string {
  return randomUUID();
}

/** Reads the key of a form; a missing or malformed one is replaced, so that nobody can choose keys that collide with another's. */
export function readIdempotencyKey(text: string | undefined): string {
  return text !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : makeIdempotencyKey();
}
