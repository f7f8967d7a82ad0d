/**
 * What deploy/nginx.conf is filled in with; ports are of the loopback address.
 *
 * @typedef {object} NginxPlaces
 * @property {number} httpPort
 * @property {number} httpsPort of the site and of the callbacks: `localhost` and `127.0.0.1`
 * @property {number} innerPort by which the site reaches the backends
 * @property {readonly [number, number]} sitePorts
 * @property {readonly [number, number]} backendPorts
 * @property {string} certificate PEM file, for both names
 * @property {string} certificateKey PEM file
 * @property {string} logFolder
 */

/**
 * Puts names, ports and files of one machine into the configuration that operators are given. Everything else of it stays as it is.
 *
 * @param {string} text deploy/nginx.conf
 * @param {NginxPlaces} places
 * @returns {string}
 * @throws when something that is to be filled in is not there
 */
export function fillInNginx(text, places) {
  const { httpPort, httpsPort, innerPort, sitePorts, backendPorts, certificate, certificateKey, logFolder } = places;
  /** @type {readonly [string, string][]} */
  const fillings = [
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

/** @param {string} of @param {string} by @returns {[string, string]} */
const filling = (of, by) => [of, by];

/**
 * A request as the log of deploy/nginx.conf has it.
 *
 * @typedef {object} LoggedRequest
 * @property {number} port of nginx
 * @property {string} method
 * @property {number} status that the caller was given
 * @property {readonly number[]} asked ports of the processes that were asked, in their order
 * @property {readonly number[]} answered the status of each of them
 */

/** @param {string} list as nginx writes what several processes did @param {RegExp} form of one */
const readList = (list, form) =>
  list
    .split(',')
    .flatMap((one) => form.exec(one)?.[1] ?? [])
    .map(Number);

/** @param {string} text @returns {LoggedRequest[]} */
export function readNginxLog(text) {
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
