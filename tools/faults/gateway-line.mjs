import { connect, createServer } from 'node:net';

/**
 * How the line to the gateways is: `open`; `cut`, where nothing connects; `mute`, where what is asked arrives and no answer comes back;
 * `slow`, where each answer takes its time.
 *
 * @typedef {'open' | 'cut' | 'mute' | 'slow'} LineState
 */

/** How long a slow line holds each answer back, ms: less than the gateways' time-outs. */
const slowMs = 3_000;

/**
 * @typedef {object} GatewayLine the network between the backend and the gateways
 * @property {string} origin where the backend finds them
 * @property {(state: LineState) => void} set
 * @property {() => void} close
 */

/**
 * Stands between the backend and the simulators. Payers have a network of their own.
 *
 * @param {number} banksPort
 * @returns {Promise<GatewayLine>}
 */
export async function openGatewayLine(banksPort) {
  /** @type {LineState} */
  let state = 'open';
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();

  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(banksPort, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ]) {
      if (socket === undefined || other === undefined) continue;
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.on('data', (asked) => far.write(asked));
    far.on('data', (answer) => {
      if (state === 'mute') near.destroy();
      else if (state === 'slow') setTimeout(() => near.write(answer), slowMs);
      else near.write(answer);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${address.port}`,
    set(wanted) {
      state = wanted;
      // Connections that are kept alive would outlive a cut.
      if (wanted !== 'open') cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
