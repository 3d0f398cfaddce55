import { permissionsOf } from '@parley/contract';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { toast } from 'sonner';
import { vi } from 'vitest';
import { createApiClient } from '../src/lib/api-client.ts';
import { ApiProvider } from '../src/lib/api-context.ts';
import { createDrafts, DraftsProvider } from '../src/lib/drafts.ts';
import { PermissionsProvider } from '../src/lib/permissions.ts';
import { createQueryClient } from '../src/lib/query-client.ts';

/** By method and path; undefined keeps the request waiting. A Response is given as it is, a promise is waited for. */
export type Answers = Readonly<Record<string, (body: unknown) => unknown>>;

export interface Rendered {
  client: QueryClient;
  sent: readonly { route: string; body: unknown }[];
  unmount: () => void;
}

/** A part of a page in the document, with a server that answers as given. */
export function render(children: ReactNode, answers: Answers = {}): Rendered {
  const client = createQueryClient();
  const sent: { route: string; body: unknown }[] = [];
  const api = createApiClient({
    getToken: async () => null,
    async fetch(url, init = {}) {
      const route = `${init.method ?? 'GET'} ${url}`;
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      sent.push({ route, body });
      const answer = await answers[route]?.(body);
      if (answer === undefined) return new Promise<Response>(() => {});
      return answer instanceof Response ? answer : Response.json(answer);
    },
  });
  const drafts = createDrafts(null, 'somebody');
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const root = createRoot(place);
  const router = createMemoryRouter([{ path: '*', element: children }]);
  root.render(
    <QueryClientProvider client={client}>
      <ApiProvider value={api}>
        <PermissionsProvider value={permissionsOf.admin}>
          <DraftsProvider value={drafts}>
            <RouterProvider router={router} />
          </DraftsProvider>
        </PermissionsProvider>
      </ApiProvider>
    </QueryClientProvider>,
  );
  return {
    client,
    sent,
    unmount: () => {
      root.unmount();
      client.clear();
      // Toasts are kept by their library, not by the page: the next test would see them.
      toast.dismiss();
    },
  };
}

export function buttonNamed(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  );
  if (found === undefined) throw new Error(`There is no button "${name}" in: ${document.body.textContent}`);
  return found;
}

export function controlLabelled<Control extends HTMLElement>(label: string): Control {
  const labels = [...document.querySelectorAll('label')];
  const id = labels.find(({ textContent }) => textContent === label)?.htmlFor;
  const found = id === undefined ? null : document.getElementById(id);
  if (found === null) throw new Error(`There is no field "${label}"`);
  return found as Control;
}

/** As typing or choosing does it: React listens for the event of the prototype's setter. */
export function fill(control: HTMLInputElement | HTMLSelectElement, value: string): void {
  const prototype = Object.getPrototypeOf(control) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}

/** With time for a machine that does other things too. */
export function eventually<Result>(found: () => Result): Promise<Result> {
  return vi.waitFor(found, { timeout: 10_000 });
}
