/** Names of pino's levels. @type {Readonly<Record<number, string>>} */
const levels = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

const ownFields = new Set(['level', 'time', 'at', 'msg', 'event', 'pid', 'hostname', 'name', 'err', 'v']);

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
 * A child's line of output as a person reads it: a structured log entry gets its time, level, words and fields;
 * any other line is kept as it is.
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
  const words = [name, clock, typeof level === 'number' ? (levels[level] ?? level) : level, msg ?? event];
  for (const [field, value] of Object.entries(entry)) {
    if (!ownFields.has(field)) words.push(`${field}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : '';
  return `${words.filter((word) => word !== undefined && word !== '').join(' ')}${stack}`;
}

/**
 * What Next says of its own start, whatever level is asked for.
 *
 * @param {string} line
 */
export function isChatter(line) {
  return /^\s*[✓▲○]\s/.test(line);
}

/**
 * Splits a stream's text into lines, whatever pieces it comes in.
 *
 * @param {NodeJS.ReadableStream} stream
 * @param {(line: string) => void} take
 */
export function readLines(stream, take) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (/** @type {string} */ text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') take(line);
  });
  stream.on('end', () => {
    if (rest !== '') take(rest);
  });
}
