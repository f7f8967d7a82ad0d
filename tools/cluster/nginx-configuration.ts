/** What deploy/nginx.conf is filled in with; ports are of the loopback address. */
export interface NginxPlaces {
  httpPort: number;
  /** of the site and of the callbacks: `localhost` and `127.0.0.1` */
  httpsPort: number;
  /** by which the site reaches the backends */
  innerPort: number;
  sitePorts: readonly [number, number];
  backendPorts: readonly [number, number];
  /** PEM file, for both names */
  certificate: string;
  /** PEM file */
  certificateKey: string;
  logFolder: string;
}

/**
 * Puts names, ports and files of one machine into the configuration that operators are given. Everything else of it stays as it is.
 * @param text deploy/nginx.conf
 * @throws when something that is to be filled in is not there
 */
export function fillInNginx(text: string, places: NginxPlaces): string {
  const { httpPort, httpsPort, innerPort, sitePorts, backendPorts, certificate, certificateKey, logFolder } = places;
  const fillings: readonly [string, string][] = [
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${httpsPort} ssl`],
    ['listen 8400;', `listen 127.0.0.1:${innerPort};`],
    ['https://pay.example.com', `https://localhost:${httpsPort}`],
    ['server_name pay.example.com;', 'server_name localhost;'],
    ['server_name callbacks.example.com;', 'server_name 127.0.0.1;'],
    ['server_name backends;', 'server_name 127.0.0.1;'],
    ...sitePorts.map((port, index) => filling(`site-${index + 1}:3000`, `127.0.0.1:${port}`)),
    ...backendPorts.map((port, index) => filling(`backend-${index + 1}:4000`, `127.0.0.1:${port}`)),
    ['/etc/nginx/tls/fullchain.pem', certificate],
    ['/etc/nginx/tls/privkey.pem', certificateKey],
    ['/var/log/nginx/', `${logFolder}/`],
  ];
  let filled = text;
  for (const [of, by] of fillings) {
    if (!filled.includes(of)) throw new Error(`deploy/nginx.conf has no '${of}'`);
    filled = filled.replaceAll(of, by);
  }
  return filled;
}

const filling = (of: string, by: string): [string, string] => [of, by];

/** A request as the log of deploy/nginx.conf has it. */
export interface LoggedRequest {
  /** of nginx */
  port: number;
  method: string;
  /** that the caller was given */
  status: number;
  /** ports of the processes that were asked, in their order */
  asked: readonly number[];
  /** the status of each of them */
  answered: readonly number[];
}

/**
 * @param list as nginx writes what several processes did
 * @param form of one
 */
const readList = (list: string, form: RegExp) =>
  list
    .split(',')
    .flatMap((one) => form.exec(one)?.[1] ?? [])
    .map(Number);

export function readNginxLog(text: string): LoggedRequest[] {
  return text.split('\n').flatMap((line) => {
    const [at, port, method, status, asked, answered] = line.replaceAll(', ', ',').split(' ');
    if (at === undefined || method === undefined || asked === undefined || answered === undefined) return [];
    return [
      {
        port: Number(port),
        method,
        status: Number(status),
        asked: readList(asked, /:(\d+)$/),
        answered: readList(answered, /^(\d{3})$/),
      },
    ];
  });
}
