import { headers } from 'next/headers';

/** A minimal dynamic page with a native form, as a baseline for the cost of Next. */
export default async function BarePage() {
  await headers();
  return (
    <main>
      <h1>Bare</h1>
      <form action="/api/bill/lookup" method="post">
        <label htmlFor="accountNumber">Account number</label>
        <input id="accountNumber" name="accountNumber" />
        <button type="submit">Find</button>
      </form>
    </main>
  );
}
