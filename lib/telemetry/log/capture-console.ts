import type { JsonLog } from './json-log';

const levels = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'info' } as const;

/** The maximum length of the text, in characters. */
const maxTextLength = 200;

/** Describes console arguments: an error by its name and top stack frame, never its message; anything else by the start of its first line. */
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
 * Redirects console output to the log, one line per call, within the line limit of its event. Next prints errors that any request can cause,
 * with their messages. Security, rows 31 and 47.
 *
 * @returns restores the console
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
