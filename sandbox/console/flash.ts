import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { DataEncryption } from '../../backend/data-encryption';

const textsSchema = z.record(z.string(), z.string());
const flashSchema = z.object({
  /** The section of the page in which it is said. */
  section: z.string(),
  isWrong: z.boolean(),
  says: z.string(),
  /** Where it leads to, such as the page of an order that was made. */
  link: z.object({ address: z.string(), words: z.string() }).nullable(),
  /** What is wrong, by field, and what was typed, to be typed no second time. */
  errors: textsSchema,
  typed: textsSchema,
});

/** What a form has done, or what was wrong with it: said once, on the page that its answer leads to. */
export type Flash = z.infer<typeof flashSchema>;

const cookie = 'sandbox-said';
const purpose = 'sandbox console';
const secondsToShow = 60;
/** Browsers drop a cookie of more than 4,096 bytes. */
const longestCookie = 3_900;

/** Keeps flashes with the browser itself, sealed, so that any process can show them and no link can put words on a page. */
export function createFlashes(sealer: DataEncryption) {
  const write = (value: string, seconds: number) =>
    `${cookie}=${value}; Path=/sandbox; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return {
    keep(reply: FastifyReply, flash: Flash): void {
      const whole = sealer.encrypt(JSON.stringify(flash), purpose);
      const value =
        whole.length <= longestCookie ? whole : sealer.encrypt(JSON.stringify({ ...flash, typed: {} }), purpose);
      reply.header('set-cookie', write(value, secondsToShow));
    },

    /** Gives what is to be said on this page, and forgets it. */
    take(request: FastifyRequest, reply: FastifyReply): Flash | null {
      const sealed = new RegExp(`(?:^|;\\s*)${cookie}=([\\w.-]+)`).exec(request.headers.cookie ?? '')?.[1];
      if (sealed === undefined) return null;
      reply.header('set-cookie', write('', 0));
      try {
        return flashSchema.parse(JSON.parse(sealer.decrypt(sealed, purpose)));
      } catch {
        // Of an earlier store's key, or somebody's own.
        return null;
      }
    },
  };
}
