import type {
  CallDetail,
  OrganizationBody,
  PlaceCallBody,
  TemplateCreateBody,
  TemplateUpdateBody,
} from '@parley/contract';
import { accountResponse } from './account-responses.ts';
import { agentResponse } from './agent-responses.ts';
import { auditResponse } from './audit-responses.ts';
import { campaignResponse } from './campaign-responses.ts';
import { connectionResponse } from './connection-responses.ts';
import { consentResponse } from './consent-responses.ts';
import { contactResponse } from './contact-responses.ts';
import { callOf, listed, templateIdOf } from './data.ts';
import { dataResponse } from './data-responses.ts';
import { doNotCallResponse } from './do-not-call-responses.ts';
import { exportResponse } from './export-responses.ts';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';
import { followUpResponse } from './follow-up-responses.ts';
import { keysResponse } from './keys-responses.ts';
import { outcomeResponse } from './outcome-responses.ts';
import { peopleResponse } from './people-responses.ts';
import { refusalOf } from './permissions.ts';
import { recordingResponse } from './recording-responses.ts';
import { reportResponse } from './report-responses.ts';
import { searchResponse } from './search-responses.ts';
import { spendingResponse } from './spending-responses.ts';
import { toolResponse } from './tool-responses.ts';
import { watchedResponse } from './watched-responses.ts';
import { webhooksResponse } from './webhooks-responses.ts';

const notFound: FakeResponse = {
  status: 404,
  body: { error: 'This call does not exist.', code: 'call_not_found' },
};

/** The response of each route when nothing is overridden. */
export function defaultResponse(fakeServer: FakeServer, request: ReceivedRequest): FakeResponse {
  const refusal = refusalOf(request);
  if (refusal !== null) return refusal;
  switch (request.route) {
    case 'GET /config.json':
      return { body: config(fakeServer) };
    case 'GET /api/auth/get-session':
      return {
        body: { user: { id: 'user', ...fakeServer.person }, expiresAt: '2030-01-01T00:00:00.000Z' },
        headers: { 'set-auth-jwt': token(fakeServer) },
      };
    case 'GET /api/organization':
      return { body: { organization: fakeServer.organization } };
    case 'PUT /api/organization':
      return saveOrganization(fakeServer, request);
    case 'GET /api/agents':
      return { body: { agents: fakeServer.agents } };
    case 'GET /api/calls':
      return { body: page(fakeServer, new URL(request.url, 'http://fake-server').searchParams) };
    case 'GET /api/calls/:id':
      return withCall(fakeServer, request, (call) => ({ body: { call } }));
    case 'DELETE /api/calls/:id':
      return withCall(fakeServer, request, (call) => removeCall(fakeServer, call));
    case 'POST /api/calls/:id/restore':
      return restoreCall(fakeServer, request);
    case 'POST /api/calls/:id/end':
      return withCall(fakeServer, request, (call) => endCall(fakeServer, call));
    case 'POST /api/twilio/:id/call':
      return place(fakeServer, request);
    case 'GET /api/events':
      return { stream: true };
    case 'GET /api/barrier':
      return { body: {} };
    case 'GET /api/templates/templates':
      return { body: { templates: fakeServer.templates } };
    case 'POST /api/templates/templates':
    case 'PUT /api/templates/templates/:id':
      return saveTemplate(fakeServer, request);
    case 'DELETE /api/templates/templates/:id':
      return removeTemplate(fakeServer, request);
    default:
      return (
        watchedResponse(fakeServer, request) ??
        consentResponse(fakeServer, request) ??
        searchResponse(fakeServer, request) ??
        agentResponse(fakeServer.agentDesk, request) ??
        connectionResponse(fakeServer, request) ??
        followUpResponse(fakeServer, request) ??
        contactResponse(fakeServer, request) ??
        campaignResponse(fakeServer, request) ??
        dataResponse(fakeServer, request) ??
        doNotCallResponse(fakeServer, request) ??
        exportResponse(fakeServer, request) ??
        outcomeResponse(fakeServer, request) ??
        toolResponse(fakeServer, request) ??
        peopleResponse(fakeServer, request) ??
        keysResponse(fakeServer, request) ??
        webhooksResponse(fakeServer, request) ??
        accountResponse(fakeServer, request) ??
        auditResponse(fakeServer, request) ??
        recordingResponse(fakeServer, request) ??
        reportResponse(fakeServer, request) ??
        spendingResponse(fakeServer, request) ??
        nothingThere
      );
  }
}

const nothingThere: FakeResponse = {
  status: 404,
  body: { error: 'There is nothing at this address.', code: 'not_found' },
};

function config({ sandbox, country, peopleDesk }: FakeServer) {
  const signUp = peopleDesk.people.signUp?.policy ?? 'open';
  const identity = { provider: 'built-in', firstAccountNeedsCode: false, signUp };
  return { appKey: 'parley', identity, sandbox, speaker: 'model', country };
}

/** Without a valid signature, which the page does not check. */
function token({ claims, person, tokenLifetime, lacksSecondFactor }: FakeServer): string {
  const now = Math.floor(Date.now() / 1000);
  const sf = lacksSecondFactor ? { sf: 'missing' } : {};
  const payload = { sub: 'user', ...person, m: claims, ...sf, iat: now, exp: now + tokenLifetime };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(payload)}.none`;
}

function page({ calls }: FakeServer, query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 40);
  const after = query.get('afterId');
  const rest = after === null ? calls : calls.filter(({ _id }) => _id < after);
  const shown = rest.slice(0, limit);
  const hasMore = rest.length > shown.length;
  return { calls: shown.map(listed), hasMore, nextCursor: hasMore ? (shown.at(-1)?._id ?? null) : null };
}

function withCall(
  fakeServer: FakeServer,
  { id }: ReceivedRequest,
  act: (call: CallDetail) => FakeResponse,
): FakeResponse {
  const call = fakeServer.calls.find(({ _id }) => _id === id);
  return call === undefined ? notFound : act(call);
}

function restoreCall(fakeServer: FakeServer, { id }: ReceivedRequest): FakeResponse {
  const call = fakeServer.deletedCalls.find(({ _id }) => _id === id);
  if (call === undefined)
    return { status: 404, body: { error: 'This call is gone for good.', code: 'call_not_found' } };
  fakeServer.deletedCalls = fakeServer.deletedCalls.filter((each) => each !== call);
  fakeServer.updateCall(call);
  return { body: { call: listed(call) } };
}

function removeCall(fakeServer: FakeServer, call: CallDetail): FakeResponse {
  const { _id } = call;
  fakeServer.deletedCalls.push(call);
  fakeServer.calls = fakeServer.calls.filter((call) => call._id !== _id);
  fakeServer.emit({ type: 'call.removed', callId: _id });
  return { body: { deleted: true } };
}

function endCall(fakeServer: FakeServer, call: CallDetail): FakeResponse {
  const ended: CallDetail = { ...call, status: 'completed', reason: 'ended_by_user', duration: 12 };
  fakeServer.updateCall({ ...ended, endTime: '2026-10-13T10:01:00.000Z' });
  return { body: { call: listed(ended) } };
}

function place(fakeServer: FakeServer, { id, body }: ReceivedRequest): FakeResponse {
  const { phoneNumber, message, followUpId } = body as PlaceCallBody;
  const call = callOf(0, {
    _id: fakeServer.nextCallId(),
    agentId: id,
    to: phoneNumber,
    instructions: message,
    status: 'queued',
    duration: null,
    answeredAt: null,
    endTime: null,
  });
  fakeServer.updateCall(call);
  const calledBack = fakeServer.followUpDesk.calledBack(followUpId, call._id);
  if (calledBack !== null) fakeServer.emit({ type: 'follow-up.changed', followUp: calledBack });
  return { body: { to: phoneNumber, callId: call._id } };
}

function saveOrganization(fakeServer: FakeServer, { body }: ReceivedRequest): FakeResponse {
  const { revision, settings } = body as OrganizationBody;
  if (revision !== fakeServer.organization.revision) {
    const error = 'Somebody else has changed these settings since you opened them.';
    return { status: 409, body: { error, code: 'settings_changed' } };
  }
  fakeServer.organization = {
    ...fakeServer.organization,
    settings,
    revision: revision + 1,
    changedBy: { displayName: 'Ines Marchetti' },
    changedAt: '2026-10-13T10:00:00.000Z',
  };
  return { body: { organization: fakeServer.organization } };
}

function saveTemplate(fakeServer: FakeServer, { id, body }: ReceivedRequest): FakeResponse {
  const { name, prompt, placeholders = {}, outcomeFields } = body as TemplateUpdateBody;
  const known = Object.values(fakeServer.templates)
    .flat()
    .find(({ _id }) => _id === id);
  const agentId = known?.agentId ?? (body as TemplateCreateBody).agentId;
  const createdBy = { displayName: 'Ines Marchetti' };
  const template = {
    _id: known?._id ?? templateIdOf(900),
    name,
    prompt,
    agentId,
    placeholders,
    createdBy,
    outcomeFields: outcomeFields === undefined ? known?.outcomeFields : outcomeFields,
  };
  const others = (fakeServer.templates[agentId] ?? []).filter(({ _id }) => _id !== template._id);
  fakeServer.templates = { ...fakeServer.templates, [agentId]: [...others, template] };
  return { body: { template } };
}

function removeTemplate(fakeServer: FakeServer, { id }: ReceivedRequest): FakeResponse {
  fakeServer.templates = Object.fromEntries(
    Object.entries(fakeServer.templates).map(([agentId, list]) => [
      agentId,
      list.filter(({ _id }) => _id !== id),
    ]),
  );
  return { body: { deleted: true } };
}
