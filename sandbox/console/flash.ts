import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { DataEncryption } from '../../backend/data-encryption';

const textsSchema = z.record(z.string(), z.string());
const flashSchema = z.object({
  /** The section of the page that shows it. */
  section: z.string(),
  isError: z.boolean(),
  message: z.string(),
  /** A link to the result, such as the payment page of a new order. */
  link: z.object({ address: z.string(), text: z.string() }).nullable(),
  /** The payment's page in the console. */
  paymentPath: z.string().nullable(),
  /** Error messages by field, and the typed values, which the form shows again. */
  errors: textsSchema,
  typed: textsSchema,
});

/** The result or errors of a form: shown once, on the page that the form redirects to. */
export type Flash = z.infer<typeof flashSchema>;

const cookie = 'sandbox-said';
const purpose = 'sandbox console';
const secondsToShow = 60;
/** Browsers drop a cookie of more than 4,096 bytes. */
const maxCookieLength = 3_900;

/** Keeps flash messages in a sealed cookie, so that any process can show them and no link can forge them. */
export function createFlashCookie(encryption: DataEncryption) {
  const write = (value: string, seconds: number) =>
    `${cookie}=${value}; Path=/sandbox; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return {
    set(reply: FastifyReply, flash: Flash): void {
      const whole = encryption.encrypt(JSON.stringify(flash), purpose);
      const value =
        whole.length <= maxCookieLength ? whole : encryption.encrypt(JSON.stringify({ ...flash, typed: {} }), purpose);
      reply.header('set-cookie', write(value, secondsToShow));
    },

    /** Returns the flash message for this page, and deletes it. */
    consume(request: FastifyRequest, reply: FastifyReply): Flash | null {
      const sealed = new RegExp(`(?:^|;\\s*)${cookie}=([\\w.-]+)`).exec(request.headers.cookie ?? '')?.[1];
      if (sealed === undefined) return null;
      reply.header('set-cookie', write('', 0));
      try {
        return flashSchema.parse(JSON.parse(encryption.decrypt(sealed, purpose)));
      } catch {
        // Sealed with another store's key, or forged.
        return null;
      }
    },
  };
}
