import type { ChangeFollowUpBody, CreateFollowUpBody, FollowUp } from '@parley/contract';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';
import { type FollowUpDesk, followUpOf, inMinutes } from './follow-up-desk.ts';

const missing = refused(404, 'follow_up_not_found', 'There is no such follow-up.');

function refused(status: number, code: string, error: string, details?: unknown): FakeResponse {
  return { status, body: { error, code, ...(details === undefined ? {} : { details }) } };
}

/** The responses of the routes of follow-ups; null for others. */
export function followUpResponse(fakeServer: FakeServer, request: ReceivedRequest): FakeResponse | null {
  const desk = fakeServer.followUpDesk;
  switch (request.route) {
    case 'GET /api/follow-ups':
      return { body: pageOf(desk, new URL(request.url, 'http://fake-server').searchParams) };
    case 'GET /api/follow-ups/counts':
      return { body: desk.counts };
    case 'GET /api/follow-ups/people':
      return { body: peopleOf(desk) };
    case 'PUT /api/follow-ups/people/me':
      desk.mailUrgent = (request.body as { mailUrgent: boolean }).mailUrgent;
      return { body: peopleOf(desk) };
    case 'POST /api/follow-ups':
      return { body: { followUp: told(fakeServer, created(desk, request.body as CreateFollowUpBody)) } };
    default:
      return request.route.includes(' /api/follow-ups/:id') ? ofOne(fakeServer, request) : null;
  }
}

function ofOne(fakeServer: FakeServer, { route, id, body }: ReceivedRequest): FakeResponse | null {
  const desk = fakeServer.followUpDesk;
  const followUp = desk.find(id);
  if (followUp === undefined) return missing;
  switch (route) {
    case 'GET /api/follow-ups/:id':
      return { body: { followUp } };
    case 'PUT /api/follow-ups/:id': {
      const { revision, change } = body as ChangeFollowUpBody;
      if (revision !== followUp.revision)
        return refused(409, 'follow_up_changed', 'Ben Ito changed this follow-up a moment ago.', {
          followUp,
        });
      return { body: { followUp: told(fakeServer, desk.change(followUp, change)), changed: true } };
    }
    case 'GET /api/follow-ups/:id/call-back':
      return {
        body: {
          agentId: 'gs-dental',
          phoneNumber: followUp.number,
          contactId: null,
          instructions: `Call ${followUp.contact?.name ?? followUp.number} back.\n${followUp.what}`,
          followUpId: followUp.id,
          revision: followUp.revision,
        },
      };
    default:
      return null;
  }
}

function told(fakeServer: FakeServer, followUp: FollowUp): FollowUp {
  fakeServer.emit({ type: 'follow-up.changed', followUp });
  return followUp;
}

function created(desk: FollowUpDesk, { what, number, dueAt }: CreateFollowUpBody): FollowUp {
  const n = 900 + desk.followUps.length;
  return desk.put(
    followUpOf(n, {
      reason: 'hand',
      what,
      number: number ?? null,
      dueAt: dueAt ?? inMinutes(240),
      createdAt: inMinutes(0),
    }),
  );
}

function peopleOf({ people, mailUrgent, mailPossible }: FollowUpDesk) {
  return { people, me: { ...people[0], mailUrgent, mailPossible } };
}

function pageOf(desk: FollowUpDesk, query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 50);
  const state = query.get('state') ?? 'open';
  const owner = query.get('owner') ?? 'anyone';
  const all = desk.followUps
    .filter((each) => each.state === state)
    .filter(
      (each) => owner === 'anyone' || (owner === 'me' ? each.owner?.id === 'user' : each.owner === null),
    )
    .toSorted(orderIn(state));
  const start = Number(query.get('after') ?? 0);
  const followUps = all.slice(start, start + limit);
  const hasMore = start + followUps.length < all.length;
  const nextCursor = hasMore ? String(start + followUps.length) : null;
  return { followUps, hasMore, nextCursor, counts: desk.counts };
}

function orderIn(state: string): (one: FollowUp, other: FollowUp) => number {
  const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  if (state === 'done') return (one, other) => text(other.closed?.at ?? '', one.closed?.at ?? '');
  if (state === 'snoozed') return (one, other) => text(one.snoozedUntil ?? '', other.snoozedUntil ?? '');
  return (one, other) =>
    Number(other.urgent) - Number(one.urgent) || text(one.dueAt, other.dueAt) || text(one.id, other.id);
}
