import { headers } from 'next/headers';

/** What Next costs by itself: a page that is rendered at each request, and a form that the browser sends. */
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
