import type { TestBackend } from '../../backend/test-backend.fixture';

const host = 'localhost:4000';

/** A client of the console: reads pages, and submits forms as a page of the console does. */
export function createConsoleClient(backend: Pick<TestBackend, 'app'>) {
  async function read(path: string, cookie = '') {
    const answer = await backend.app.inject({ url: path, headers: { host, cookie } });
    return { status: answer.statusCode, headers: answer.headers, html: answer.body.replace(/\s+/g, ' ') };
  }

  function post(
    form: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    return backend.app.inject({
      method: 'POST',
      url: `/sandbox/console/${form}`,
      headers: {
        ...{ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload: new URLSearchParams(fields).toString(),
    });
  }

  /** Submits a form and follows the redirect; returns its location and the page there. */
  async function submit(form: string, fields: Readonly<Record<string, string>>) {
    const answer = await post(form, fields);
    if (answer.statusCode !== 303) throw new Error(`${form}: ${answer.statusCode} ${answer.body}`);
    const location = String(answer.headers.location);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const page = await read(location.replace(/#.*/, ''), cookie);
    return { location, cookie, ...page, message: readFlash(page.html) };
  }

  return { read, post, submit };
}

/** The result or error message of a form, as text. */
function readFlash(html: string): string {
  const flash = /<div class="flash[^>]*>(.*?)<\/div>/s.exec(html)?.[1] ?? '';
  return flash
    .replace(/<[^>]*>/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** Returns the field of that name, with its error message if it has one. */
export function fieldOn(html: string, name: string) {
  const tag = new RegExp(`<(?:input|select)[^>]*name="${name.replaceAll('.', '\\.')}"[^>]*>`).exec(html)?.[0] ?? '';
  const id = /\bid="([^"]*)"/.exec(tag)?.[1] ?? 'none';
  return {
    value: /\bvalue="([^"]*)"/.exec(tag)?.[1],
    isInvalid: tag.includes('aria-invalid="true"') && tag.includes(`${id}-error`),
    error: new RegExp(`id="${id}-error">([^<]*)<`).exec(html)?.[1]?.trim() ?? null,
  };
}
