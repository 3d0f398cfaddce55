// @vitest-environment happy-dom
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fill } from '../../testing/render.tsx';
import { useSearch } from './use-search.ts';

let root: Root;
let page = Promise.withResolvers<void>();

function Searched() {
  const { typed, setTyped, search } = useSearch();
  return (
    <>
      <input value={typed} onChange={(event) => setTyped(event.target.value)} />
      <p>Searched for: {search}</p>
      <Link to="/other">Other</Link>
      <Link to="/list?search=ben">Ben</Link>
    </>
  );
}

function show() {
  page = Promise.withResolvers<void>();
  const router = createMemoryRouter(
    [
      { path: '/list', Component: Searched },
      {
        path: '/other',
        lazy: async () => {
          await page.promise;
          return { Component: () => <p>The other page</p> };
        },
      },
    ],
    { initialEntries: ['/list'] },
  );
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  root = createRoot(place);
  root.render(<RouterProvider router={router} />);
  return router;
}

const text = () => document.body.textContent ?? '';
const shown = (words: string) => vi.waitFor(() => expect(text()).toContain(words), { timeout: 10_000 });
const field = () => document.querySelector('input') as HTMLInputElement;
const follow = (name: string) =>
  [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)?.click();

// Only the pause: React and the router go on.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  root.unmount();
});

test('what is typed is searched for after the pause, not before', async () => {
  const router = show();
  await shown('Searched for:');
  fill(field(), 'a');
  vi.advanceTimersByTime(199);
  fill(field(), 'ada ');
  vi.advanceTimersByTime(199);
  expect(router.state.location.search).toBe('');
  vi.advanceTimersByTime(1);
  await shown('Searched for: ada');
  expect(router.state.location.search).toBe('?search=ada');
});

test('a link that is followed in the pause of a search is not cancelled by the search', async () => {
  const router = show();
  await shown('Searched for:');
  fill(field(), 'ada');
  vi.advanceTimersByTime(199);
  follow('Other');
  // Before the page could render that the link was followed.
  vi.advanceTimersByTime(1_000);
  // The search would have been sent by now, as that of the test above is.
  await new Promise((done) => setImmediate(() => setImmediate(done)));
  vi.advanceTimersByTime(1_000);
  expect(router.state.navigation.location?.pathname).toBe('/other');
  page.resolve();
  await shown('The other page');
  expect(router.state.location.pathname).toBe('/other');
});

test('a link to another search counts more than what was being typed', async () => {
  const router = show();
  await shown('Searched for:');
  fill(field(), 'ada');
  follow('Ben');
  vi.advanceTimersByTime(1_000);
  await shown('Searched for: ben');
  await vi.waitFor(() => expect(field().value).toBe('ben'));
  vi.advanceTimersByTime(1_000);
  expect(router.state.location.search).toBe('?search=ben');
});
