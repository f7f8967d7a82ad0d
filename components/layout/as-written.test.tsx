import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { AsWritten } from './as-written';

/*
 * The browser's half: here as there, the content is not looked at. That the server writes it is seen by each journey without scripts.
 */
const page = (
  <main>
    <AsWritten id="part" locale="en">
      <p>only the server writes this</p>
    </AsWritten>
  </main>
);

/** Lays out the page as the server wrote it. */
function layOut(content: string): HTMLElement {
  document.body.innerHTML = renderToString(page).replace('></div>', `>${content}</div>`);
  return document.body;
}

const written = '<input name="email"><p id="problem" hidden=""></p>';
let root: Root | undefined;

afterEach(() => act(() => root?.unmount()));

test('React takes the page over and leaves the very elements that the server wrote, and what became of them', async () => {
  const complaints: unknown[] = [];
  const body = layOut(written);
  const input = body.querySelector('input')!;
  input.value = 'typed before the scripts came';

  await act(async () => (root = hydrateRoot(body, page, { onRecoverableError: (error) => complaints.push(error) })));
  body.querySelector('#problem')!.textContent = 'put there by an enhancement';
  await act(async () =>
    root?.render(
      <main>
        {
          <AsWritten id="part" locale="ms">
            changed
          </AsWritten>
        }
      </main>,
    ),
  );

  expect(body.querySelector('input')).toBe(input);
  expect(input.value).toBe('typed before the scripts came');
  expect(body.textContent).toBe('put there by an enhancement');
  expect(complaints).toEqual([]);
});

test('a page that React begins anew has what was written all the same', async () => {
  const body = layOut(written);
  // Another element than the server's makes React give up what is there.
  body.querySelector('main')!.outerHTML = body.querySelector('main')!.outerHTML.replaceAll('main', 'section');
  await act(async () => (root = hydrateRoot(body, page, { onRecoverableError: () => undefined })));
  expect(body.querySelector('main input')).not.toBeNull();
});
