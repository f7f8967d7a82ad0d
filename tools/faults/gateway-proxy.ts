import { connect, createServer, type Socket } from 'node:net';

/** `open`; `refused`: connections fail; `silent`: requests arrive and responses are lost; `slow`: responses are delayed. */
export type ConnectionState = 'open' | 'refused' | 'silent' | 'slow';

/** Milliseconds by which a response is delayed: less than the gateways' timeouts. */
const delayMs = 3_000;

/** A TCP proxy between the backend and the simulated gateways; payers connect directly. */
export interface GatewayProxy {
  readonly origin: string;
  readonly set: (state: ConnectionState) => void;
  readonly close: () => void;
}

export async function openGatewayProxy(banksPort: number): Promise<GatewayProxy> {
  let state: ConnectionState = 'open';
  const sockets = new Set<Socket>();
  const closeConnections = () => sockets.forEach((socket) => socket.destroy());

  const server = createServer((client) => {
    if (state === 'refused') return void client.destroy();
    const gateway = connect(banksPort, '127.0.0.1');
    const track = (socket: Socket, other: Socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    };
    track(client, gateway);
    track(gateway, client);
    client.on('data', (request) => gateway.write(request));
    gateway.on('data', (response) => {
      if (state === 'silent') client.destroy();
      else if (state === 'slow') setTimeout(() => client.write(response), delayMs);
      else client.write(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    set(next) {
      state = next;
      // Keep-alive connections would not notice the change.
      if (next !== 'open') closeConnections();
    },
    close() {
      server.close();
      closeConnections();
    },
  };
}
