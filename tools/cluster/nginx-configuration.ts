/** Replacements for the names, ports and files of deploy/nginx.conf. Ports are on 127.0.0.1. */
export interface NginxSettings {
  httpPort: number;
  /** For the site (`localhost`) and the callbacks (`127.0.0.1`). */
  httpsPort: number;
  /** For the site's requests to the backends. */
  internalPort: number;
  sitePorts: readonly [number, number];
  backendPorts: readonly [number, number];
  /** PEM file for both names. */
  certificate: string;
  /** PEM file. */
  certificateKey: string;
  logFolder: string;
}

/**
 * Adapts the example configuration for operators to a test cluster on one machine.
 *
 * @param text deploy/nginx.conf
 * @throws if it lacks a name, port or file to replace
 */
export function adaptNginxConfiguration(text: string, settings: NginxSettings): string {
  const { httpPort, httpsPort, internalPort, sitePorts, backendPorts, certificate, certificateKey, logFolder } =
    settings;
  const replacements: readonly [string, string][] = [
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${httpsPort} ssl`],
    ['listen 8400;', `listen 127.0.0.1:${internalPort};`],
    ['https://pay.example.com', `https://localhost:${httpsPort}`],
    ['server_name pay.example.com;', 'server_name localhost;'],
    ['server_name callbacks.example.com;', 'server_name 127.0.0.1;'],
    ['server_name backends;', 'server_name 127.0.0.1;'],
    ...sitePorts.map((port, index) => replacement(`site-${index + 1}:3000`, `127.0.0.1:${port}`)),
    ...backendPorts.map((port, index) => replacement(`backend-${index + 1}:4000`, `127.0.0.1:${port}`)),
    ['/etc/nginx/tls/fullchain.pem', certificate],
    ['/etc/nginx/tls/privkey.pem', certificateKey],
    ['/var/log/nginx/', `${logFolder}/`],
  ];
  let adapted = text;
  for (const [from, to] of replacements) {
    if (!adapted.includes(from)) throw new Error(`deploy/nginx.conf has no '${from}'`);
    adapted = adapted.replaceAll(from, to);
  }
  return adapted;
}

const replacement = (from: string, to: string): [string, string] => [from, to];

/** An entry of the access log that deploy/nginx.conf defines. */
export interface LoggedRequest {
  /** Port of nginx. */
  port: number;
  method: string;
  /** Status sent to the client. */
  status: number;
  /** Ports of the upstream servers, in order; several after a retry. */
  upstreamPorts: readonly number[];
  /** The status of each upstream server. */
  upstreamStatuses: readonly number[];
}

/** Parses a comma-separated log variable; `pattern` captures the number of one entry. */
const parseList = (list: string, pattern: RegExp) =>
  list
    .split(',')
    .flatMap((one) => pattern.exec(one)?.[1] ?? [])
    .map(Number);

export function parseNginxLog(text: string): LoggedRequest[] {
  return text.split('\n').flatMap((line) => {
    const [time, port, method, status, ports, statuses] = line.replaceAll(', ', ',').split(' ');
    if (time === undefined || method === undefined || ports === undefined || statuses === undefined) return [];
    return [
      {
        port: Number(port),
        method,
        status: Number(status),
        upstreamPorts: parseList(ports, /:(\d+)$/),
        upstreamStatuses: parseList(statuses, /^(\d{3})$/),
      },
    ];
  });
}
