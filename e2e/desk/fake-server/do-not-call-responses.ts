import type { DoNotCallDesk } from './do-not-call-desk.ts';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

const gone: FakeResponse = {
  status: 404,
  body: { error: 'This number is not on the list any more.', code: 'do_not_call_entry_not_found' },
};

/** The responses of the routes of the do-not-call list; null for others. */
export function doNotCallResponse(fakeServer: FakeServer, request: ReceivedRequest): FakeResponse | null {
  const desk = fakeServer.doNotCallDesk;
  const found = desk.entries.find(({ id }) => id === request.id);
  switch (request.route) {
    case 'GET /api/do-not-call':
      return { body: page(desk, new URL(request.url, 'http://fake-server').searchParams) };
    case 'GET /api/do-not-call/export':
      return { body: { entries: desk.entries, nextCursor: null } };
    case 'POST /api/do-not-call':
      return changed(fakeServer, { body: desk.add((request.body as { number: string }).number) });
    case 'POST /api/do-not-call/import':
      return changed(fakeServer, { body: imported(desk, request.body as { rows: Row[] }) });
    case 'POST /api/do-not-call/:id/confirm': {
      if (found === undefined) return gone;
      const entry = { ...found, unconfirmed: false };
      desk.entries = desk.entries.map((each) => (each === found ? entry : each));
      return changed(fakeServer, { body: { entry } });
    }
    case 'POST /api/do-not-call/:id/remove':
      if (found === undefined) return gone;
      desk.entries = desk.entries.filter((entry) => entry !== found);
      return changed(fakeServer, { body: { removed: true, entry: found } });
    default:
      return null;
  }
}

interface Row {
  row: number;
  number: string;
}

function imported(desk: DoNotCallDesk, { rows }: { rows: Row[] }) {
  const refused = rows
    .filter(({ number }) => !number.startsWith('+'))
    .map(({ row, number }) => ({ row, code: 'not_a_number', value: number }));
  const results = rows
    .filter(({ number }) => number.startsWith('+'))
    .map(({ number }) => desk.add(number, 'import'));
  const added = results.filter((result) => result.added).length;
  return { added, present: results.length - added, refused };
}

function page({ entries }: DoNotCallDesk, query: URLSearchParams) {
  const digits = (query.get('search') ?? '').replaceAll(/\D/g, '');
  const limit = Number(query.get('limit') ?? 50);
  const from = entries.findIndex(({ id }) => id === query.get('after')) + 1;
  const wanted = entries.filter(
    ({ number, unconfirmed }) =>
      (digits === '' || number?.includes(digits)) && (query.get('unconfirmed') !== 'true' || unconfirmed),
  );
  const shown = wanted.slice(from, from + limit);
  const hasMore = wanted.length > from + limit;
  return {
    entries: shown,
    hasMore,
    nextCursor: hasMore ? (shown.at(-1)?.id ?? null) : null,
    total: entries.length,
    unconfirmed: entries.filter(({ unconfirmed }) => unconfirmed).length,
  };
}

function changed(fakeServer: FakeServer, response: FakeResponse): FakeResponse {
  fakeServer.emit({ type: 'list.changed', list: 'doNotCall' });
  return response;
}
