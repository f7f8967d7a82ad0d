function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>${escape(title)}</title>
<meta name="viewport" content="width=device-width"><style>body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem}
button{font:inherit;padding:.75rem 1.5rem}iframe{width:100%;height:40rem;border:1px solid}</style></head><body><h1>${escape(title)}</h1>${body}</body></html>`;
}

export function shopPage(): string {
  return page(
    'Demo Shop',
    `<p>Decoder, RM129.00, and RM8.00 for delivery.</p>
<form method="post" action="/buy"><p><label>E-mail <input name="email" type="email" required value="customer@shop.example"></label></p>
<button name="show" value="page">Buy</button> <button name="show" value="frame">Buy in a frame</button></form>`,
  );
}

/** The payment inside the shop's own page. */
export function framePage(paymentUrl: string): string {
  return page('Demo Shop', `<iframe title="Payment" src="${escape(paymentUrl)}"></iframe>`);
}

export interface OrderLines {
  readonly orderNumber: string;
  /** The status in the verified fields of the return to merchant. */
  readonly returnedStatus: string;
  /** The order's state, read from the payment backend. */
  readonly orderState: string;
}

export function thanksPage({ orderNumber, returnedStatus, orderState }: OrderLines): string {
  return page(
    orderState === 'paid' ? 'Thank you' : 'Not paid yet',
    `<dl><dt>Order</dt><dd data-testid="order-number">${escape(orderNumber)}</dd>
<dt>Result</dt><dd data-testid="handed-over">${escape(returnedStatus)}</dd>
<dt>Order</dt><dd data-testid="order-state">${escape(orderState)}</dd></dl><p><a href="/">Back to the shop</a></p>`,
  );
}

export function refusalPage(): string {
  return page('Invalid signature', '<p>This result was not signed by the payment backend.</p>');
}
