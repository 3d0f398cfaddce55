import type { CallDetail, PlaceCallBody, TemplateCreateBody, TemplateUpdateBody } from '@parley/contract';
import { callOf, listed, templateIdOf } from './data.ts';
import type { Answer, Desk, DeskRequest } from './desk.ts';

const notFound: Answer = {
  status: 404,
  body: { error: 'This call does not exist.', code: 'call_not_found' },
};

/** What the server says to each route when nothing is wrong. */
export function answerTo(desk: Desk, request: DeskRequest): Answer {
  switch (request.route) {
    case 'GET /config.json':
      return { body: config(desk) };
    case 'GET /api/auth/get-session':
      return {
        body: { user: { id: 'user', ...desk.person }, expiresAt: '2030-01-01T00:00:00.000Z' },
        headers: { 'set-auth-jwt': token(desk) },
      };
    case 'GET /api/agents':
      return { body: { agents: desk.agents } };
    case 'GET /api/calls':
      return { body: page(desk, new URL(request.url, 'http://desk').searchParams) };
    case 'GET /api/calls/:id':
      return withCall(desk, request, (call) => ({ body: { call } }));
    case 'DELETE /api/calls/:id':
      return withCall(desk, request, (call) => removeCall(desk, call));
    case 'POST /api/calls/:id/end':
      return withCall(desk, request, (call) => endCall(desk, call));
    case 'POST /api/twilio/:id/call':
      return place(desk, request);
    case 'GET /api/events':
      return { stream: true };
    case 'GET /api/templates/templates':
      return { body: { templates: desk.templates } };
    case 'POST /api/templates/templates':
    case 'PUT /api/templates/templates/:id':
      return saveTemplate(desk, request);
    case 'DELETE /api/templates/templates/:id':
      return removeTemplate(desk, request);
    default:
      return { status: 404, body: { error: 'There is nothing at this address.', code: 'not_found' } };
  }
}

function config({ sandbox, country }: Desk) {
  const identity = { provider: 'built-in', firstAccountNeedsCode: false };
  return { appKey: 'parley', identity, sandbox, speaker: 'model', country };
}

/** Nobody checks its signature here; the page only reads it. */
function token({ claims, person, tokenLife }: Desk): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = { sub: 'user', ...person, m: claims, iat: now, exp: now + tokenLife };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(payload)}.none`;
}

function page({ calls }: Desk, query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 40);
  const after = query.get('afterId');
  const rest = after === null ? calls : calls.filter(({ _id }) => _id < after);
  const shown = rest.slice(0, limit);
  const hasMore = rest.length > shown.length;
  return { calls: shown.map(listed), hasMore, nextCursor: hasMore ? (shown.at(-1)?._id ?? null) : null };
}

function withCall(desk: Desk, { id }: DeskRequest, act: (call: CallDetail) => Answer): Answer {
  const call = desk.calls.find(({ _id }) => _id === id);
  return call === undefined ? notFound : act(call);
}

function removeCall(desk: Desk, { _id }: CallDetail): Answer {
  desk.calls = desk.calls.filter((call) => call._id !== _id);
  desk.emit({ type: 'call.removed', callId: _id });
  return { body: { deleted: true } };
}

function endCall(desk: Desk, call: CallDetail): Answer {
  const ended: CallDetail = { ...call, status: 'completed', reason: 'ended_by_user', duration: 12 };
  desk.change({ ...ended, endTime: '2026-10-13T10:01:00.000Z' });
  return { body: { call: listed(ended) } };
}

function place(desk: Desk, { id, body }: DeskRequest): Answer {
  const { phoneNumber, message } = body as PlaceCallBody;
  const call = callOf(0, {
    _id: desk.nextCallId(),
    agentId: id,
    to: phoneNumber,
    instructions: message,
    status: 'queued',
    duration: null,
    answeredAt: null,
    endTime: null,
  });
  desk.change(call);
  return { body: { to: phoneNumber, callId: call._id } };
}

function saveTemplate(desk: Desk, { id, body }: DeskRequest): Answer {
  const { name, prompt, placeholders = {} } = body as TemplateUpdateBody;
  const known = Object.values(desk.templates)
    .flat()
    .find(({ _id }) => _id === id);
  const agentId = known?.agentId ?? (body as TemplateCreateBody).agentId;
  const createdBy = { displayName: 'Ines Marchetti' };
  const template = { _id: known?._id ?? templateIdOf(900), name, prompt, agentId, placeholders, createdBy };
  const others = (desk.templates[agentId] ?? []).filter(({ _id }) => _id !== template._id);
  desk.templates = { ...desk.templates, [agentId]: [...others, template] };
  return { body: { template } };
}

function removeTemplate(desk: Desk, { id }: DeskRequest): Answer {
  desk.templates = Object.fromEntries(
    Object.entries(desk.templates).map(([agentId, list]) => [agentId, list.filter(({ _id }) => _id !== id)]),
  );
  return { body: { deleted: true } };
}
