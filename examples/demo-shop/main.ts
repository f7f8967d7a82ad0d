import { createShop } from './shop';

/** `npm run demo-shop`: the shop of docs/partners.md, against the sandbox of `npm start` by default. */
const port = Number(process.env['SHOP_PORT'] || 4300);
const partnerKey = process.env['SHOP_PARTNER_KEY'] || 'DEMO-SHOP';
const address = process.env['SHOP_BACKEND'] || `http://127.0.0.1:${process.env['BACKEND_PORT'] || 4000}`;
const origin = `http://127.0.0.1:${port}`;

const shop = createShop({
  backend: {
    address,
    partnerKey,
    key: {
      keyId: process.env['SHOP_KEY_ID'] || 'sandbox',
      secret: process.env['SHOP_SECRET'] || `sandbox-secret-of-${partnerKey}`,
    },
  },
  origin: () => origin,
  onEvent: ({ event, orderNumber }) => console.log(`${event} ${orderNumber}`),
});
shop.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
shop.listen(port, '127.0.0.1', () => console.log(`The demo shop is open: ${origin}`));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
