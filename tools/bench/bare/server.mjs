import { createServer } from 'node:http';
import next from 'next';

/** Serves the bare page with Next only. */
const port = Number(process.env['PORT']);
const site = next({ dev: false, dir: import.meta.dirname, port, hostname: '127.0.0.1', quiet: true });
await site.prepare();
const handle = site.getRequestHandler();
const server = createServer((request, response) => void handle(request, response));
server.listen(port, '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
