import type { JsonLog } from './json-log';

const levels = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'info' } as const;

/** Characters of a printed text. */
const maxTextLength = 200;

/** What was printed: of an error its name and where it was thrown, never its message; of anything else the beginning of its first line. */
function describe(parts: readonly unknown[]): Readonly<Record<string, string>> {
  const error = parts.find((part) => part instanceof Error);
  if (error !== undefined) {
    const at = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
    return { name: error.name, ...(at !== undefined && { at: at.trim() }) };
  }
  const [text = ''] = parts
    .filter((part) => typeof part === 'string')
    .join(' ')
    .trimStart()
    .split('\n', 1);
  return { text: text.slice(0, maxTextLength) };
}

/**
 * Sends what packages print to the console to a log, one line each, within the limit of its event: Next prints errors that any request can
 * cause, with their messages. Security, rows 31 and 47.
 *
 * @returns ends it
 */
export function captureConsole(log: JsonLog): () => void {
  const { error, warn, log: print, info, debug } = console;
  for (const [method, level] of Object.entries(levels)) {
    Reflect.set(console, method, (...parts: readonly unknown[]) =>
      log[level]({ event: 'console', ...describe(parts) }),
    );
  }
  return () => Object.assign(console, { error, warn, log: print, info, debug });
}
