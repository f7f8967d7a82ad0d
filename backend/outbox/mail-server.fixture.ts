import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received. */
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Responses by recipient instead of `250`, for example `550 no such user`. */
  readonly refusals: Map<string, string>;
  close(): Promise<void>;
}

/** A minimal SMTP server (RFC 5321), without STARTTLS, that stores received messages. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refusals = new Map<string, string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let from = '';
    let to: string[] = [];
    let message: string[] | null = null;
    let rest = '';
    const respond = (line: string) => socket.write(`${line}\r\n`);

    function handleLine(line: string): void {
      if (message !== null) {
        if (line !== '.') return void message.push(line.replace(/^\./, ''));
        received.push({ from, to, source: message.join('\n') });
        message = null;
        return void respond('250 ok');
      }
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (/^EHLO/i.test(line)) return void respond('250 mail.test');
      if (/^MAIL FROM/i.test(line)) {
        from = address;
        to = [];
        return void respond('250 ok');
      }
      if (/^RCPT TO/i.test(line)) {
        const refusal = refusals.get(address);
        if (refusal === undefined) to.push(address);
        return void respond(refusal ?? '250 ok');
      }
      if (/^DATA/i.test(line)) {
        message = [];
        return void respond('354 go on');
      }
      if (/^STARTTLS/i.test(line)) return void respond('502 not implemented');
      if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n');
      respond('250 ok');
    }

    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(handleLine);
    });
    socket.on('error', () => undefined);
    respond('220 mail.test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refusals,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
