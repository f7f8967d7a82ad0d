import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came: headers and body, quoted-printable where the sender chose that. */
  readonly source: string;
}

export interface MailServer {
  readonly url: string;
  readonly taken: TakenMail[];
  /** Answers by recipient in place of `250`, for example `550 no such user`. */
  readonly refusals: Map<string, string>;
  close(): Promise<void>;
}

/** A mail server that speaks as much of SMTP (RFC 5321) as it takes to be handed messages, and keeps them. */
export async function startMailServer(): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const refusals = new Map<string, string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let from = '';
    let to: string[] = [];
    let message: string[] | null = null;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);

    function hear(line: string): void {
      if (message !== null) {
        if (line !== '.') return void message.push(line.replace(/^\./, ''));
        taken.push({ from, to, source: message.join('\n') });
        message = null;
        return void say('250 taken');
      }
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (/^EHLO/i.test(line)) return void say('250 mail.test');
      if (/^MAIL FROM/i.test(line)) {
        from = address;
        to = [];
        return void say('250 ok');
      }
      if (/^RCPT TO/i.test(line)) {
        const refusal = refusals.get(address);
        if (refusal === undefined) to.push(address);
        return void say(refusal ?? '250 ok');
      }
      if (/^DATA/i.test(line)) {
        message = [];
        return void say('354 go on');
      }
      if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n');
      say('250 ok');
    }

    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(hear);
    });
    socket.on('error', () => undefined);
    say('220 mail.test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    refusals,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
