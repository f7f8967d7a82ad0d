import { createServer } from 'node:http';

/** Serves the bytes of another page from memory, to measure the throughput of node:http. */
const response = await fetch(process.env['PAGE_URL'] ?? '');
const page = Buffer.from(await response.arrayBuffer());
const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': page.length };
const server = createServer((_request, outgoing) => outgoing.writeHead(200, headers).end(page));
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
