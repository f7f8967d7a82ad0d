/** The maximum number of characters that are read of a response of a server that is not ours. */
const maxLength = 10_000;

/** As `fetch`, for a server that is not ours: of a response that is too long the start is read, which is then no valid JSON. */
export const fetchWithLimit: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { status, headers } = response;
  return new Response(await readResponseStart(response), { status, headers });
};

/** Reads the start of a response, 10,000 characters at most: a server that is not ours may send without end. The rest is cancelled. */
export async function readResponseStart(response: Response): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (!done) text += decoder.decode(value, { stream: true });
    if (done || text.length > maxLength) break;
  }
  await reader.cancel();
  return text.slice(0, maxLength);
}
