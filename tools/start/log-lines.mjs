/** Names of pino's levels. @type {Readonly<Record<number, string>>} */
const levels = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

const standardFields = new Set(['level', 'time', 'at', 'msg', 'event', 'pid', 'hostname', 'name', 'err', 'v']);

/**
 * @param {string} line
 * @returns {Record<string, unknown> | undefined}
 */
function parseEntry(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Formats a line of a server's output for a terminal: time, level, message and fields of a structured log entry; any other line unchanged.
 *
 * @param {string} service
 * @param {string} line without its line break
 */
export function describeLogLine(service, line) {
  const entry = parseEntry(line);
  const name = service.padEnd(7);
  if (entry === undefined) return `${name} ${line}`;
  const { level, time, at, msg, event, err } = entry;
  const when = time ?? at;
  const clock = typeof when === 'number' || typeof when === 'string' ? new Date(when).toTimeString().slice(0, 8) : '';
  const parts = [name, clock, typeof level === 'number' ? (levels[level] ?? level) : level, msg ?? event];
  for (const [field, value] of Object.entries(entry)) {
    if (!standardFields.has(field)) parts.push(`${field}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : '';
  return `${parts.filter((part) => part !== undefined && part !== '').join(' ')}${stack}`;
}

/**
 * Whether a line is Next's startup output, which ignores the log level.
 *
 * @param {string} line
 */
export function isNextBanner(line) {
  return /^\s*[✓▲○]\s/.test(line);
}

/**
 * Calls `onLine` with each non-empty line of a stream.
 *
 * @param {NodeJS.ReadableStream} stream
 * @param {(line: string) => void} onLine
 */
export function readLines(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (/** @type {string} */ text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') onLine(line);
  });
  stream.on('end', () => {
    if (rest !== '') onLine(rest);
  });
}
