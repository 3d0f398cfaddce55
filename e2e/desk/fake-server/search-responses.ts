import type { CallDetail, CallHit, ChangeViewBody, CreateViewBody } from '@parley/contract';
import { listed } from './data.ts';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';
import { hitOf } from './search-desk.ts';

const noView: FakeResponse = {
  status: 404,
  body: { error: 'This view does not exist any more.', code: 'view_not_found' },
};
const nameTaken: FakeResponse = {
  status: 409,
  body: { error: 'You have a view with this name. Choose another one.', code: 'view_name_taken' },
};

/** The responses of the search and of saved views. */
export function searchResponse(fakeServer: FakeServer, request: ReceivedRequest): FakeResponse | null {
  const { searchDesk } = fakeServer;
  switch (request.route) {
    case 'GET /api/calls/search':
      return { body: found(fakeServer, new URL(request.url, 'http://fake-server').searchParams) };
    case 'GET /api/calls/views':
      return { body: { views: searchDesk.views } };
    case 'POST /api/calls/views': {
      const view = searchDesk.add(request.body as CreateViewBody);
      return view === null ? nameTaken : { body: { view } };
    }
    case 'PATCH /api/calls/views/:id': {
      const body = request.body as ChangeViewBody;
      const view = searchDesk.views.find(({ id }) => id === request.id);
      if (view === undefined) return noView;
      if (searchDesk.views.some(({ id, name }) => id !== view.id && name === body.name)) return nameTaken;
      Object.assign(view, body);
      return { body: { view } };
    }
    case 'DELETE /api/calls/views/:id': {
      const left = searchDesk.views.filter(({ id }) => id !== request.id);
      if (left.length === searchDesk.views.length) return noView;
      searchDesk.views = left;
      return { body: { deleted: true } };
    }
    default:
      return null;
  }
}

function found({ calls, searchDesk }: FakeServer, query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 40);
  const after = query.get('after');
  const stop = searchDesk.stopsBefore;
  const stops = stop !== null && (after === null || after > stop);
  const range = calls.filter(({ _id }) => (after === null || _id < after) && (!stops || _id >= stop));
  const hits = range.flatMap((call) => {
    const hit = fits(call, query) ? hitOf(call, query.get('q') ?? '') : 'none';
    if (hit === 'none') return [];
    const isPlayable = hit?.where === 'transcript' && call.recording === 'ready';
    const found = isPlayable ? { ...hit, playable: true } : hit;
    return [{ call: listed(call), hit: found as CallHit | null }];
  });
  const shown = hits.slice(0, limit);
  const next = hits.length > shown.length ? (shown.at(-1)?.call._id ?? null) : null;
  return { hits: shown, next, older: next === null && stops ? stop : null };
}

function fits(call: CallDetail, query: URLSearchParams): boolean {
  const is = (name: string, value: string | null) => {
    const wanted = query.get(name);
    return wanted === null || (value !== null && wanted.split(',').includes(value));
  };
  return (
    is('status', call.status) &&
    is('direction', call.direction) &&
    is('agent', call.agentId) &&
    is('sandbox', call.sandbox ? 'yes' : 'no') &&
    is('result', call.outcome ?? null) &&
    (query.get('from') ?? '') <= call.createdAt &&
    call.createdAt.slice(0, 10) <= (query.get('to') ?? '9999-12-31') &&
    Number(query.get('shortest') ?? 0) <= (call.duration ?? 0)
  );
}
