import type { IncomingMessage, ServerResponse } from 'node:http';
import { LabApiError } from '../lab-api/errors.ts';
import type { Route } from '../lab-api/route.ts';
import type { Ledger, LedgerEntry } from '../ledger.ts';
import type { LiveWords } from './live-words.ts';
import type { HandsetPages, HandsetState } from './pages.ts';

/** Comments keep proxies from closing an idle connection. */
const keepAliveMs = 15_000;
const tabName = /^[\w-]{8,64}$/;

/** Kinds of entries that a page does not show. */
const notShown = new Set(['relay', 'stream', 'webhook', 'number']);

export function handsetRoutes(pages: HandsetPages): Route[] {
  return [
    ['GET', /^\/lab\/handset$/, () => pages.state],
    [
      'PUT',
      /^\/lab\/handset$/,
      ({ body }) => {
        const { wanted } = (body ?? {}) as { wanted?: unknown };
        if (typeof wanted !== 'boolean')
          throw new LabApiError(400, 'invalid_handset', 'Send {"wanted": true} or {"wanted": false}.');
        pages.setWanted(wanted);
        return pages.state;
      },
    ],
  ];
}

export interface PageStreamParts {
  pages: HandsetPages;
  ledger: Ledger;
  live: LiveWords;
  onState(listener: (state: HandsetState) => void): () => void;
}

/** Server-sent events for a page. The page counts as open while it is connected. */
export function streamPage(
  parts: PageStreamParts,
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
): void {
  const tab = query.get('tab') ?? '';
  if (!tabName.test(tab))
    throw new LabApiError(
      400,
      'invalid_tab',
      'The parameter tab is missing: it identifies the page, 8 to 64 letters, digits, - or _.',
    );
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  const send = (event: string, data: unknown) =>
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const onEntry = (entry: LedgerEntry) => {
    if (!notShown.has(entry.kind)) send('entry', entry);
  };
  const stops = [
    parts.ledger.listen(onEntry),
    parts.live.listen((word) => send('live', word)),
    parts.onState((state) => send('handset', state)),
  ];
  const keepAlive = setInterval(() => response.write(': still here\n\n'), keepAliveMs);
  const leave = parts.pages.open(tab);
  send('handset', parts.pages.state);
  request.on('close', () => {
    clearInterval(keepAlive);
    for (const stop of stops) stop();
    leave();
  });
}
