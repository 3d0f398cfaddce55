import { type Route, routes } from '@parley/contract';
import { describe, expect, test, vi } from 'vitest';
import { fakeFetch, jsonResponse } from '../../testing/fake-fetch.ts';
import { createApiClient, type GetToken } from './api-client.ts';
import { parseAgents } from './parsing/agents.ts';
import { parseCallsPage } from './parsing/calls.ts';

const agents = { agents: [] };
/** The connection is lost before the end of the body. */
function brokenOff(status: number): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"to":'));
      controller.error(new TypeError('network error'));
    },
  });
  return new Response(body, { status });
}

const noToken: GetToken = async () => null;

function clientWith(answers: (Response | Error)[], getToken: GetToken = noToken) {
  const { fetch, seen } = fakeFetch(...answers);
  return { api: createApiClient({ getToken, fetch }), seen };
}

describe('requests', () => {
  test('are JSON, with the bearer token if there is one', async () => {
    const { api, seen } = clientWith([jsonResponse(agents)], async () => 'a.b.c');
    expect(await api.get(routes.listAgents, parseAgents)).toEqual([]);
    expect(seen[0]?.url).toBe('/api/agents');
    expect(seen[0]?.headers.get('content-type')).toBe('application/json');
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer a.b.c');
  });

  test('have no authorization header without a token', async () => {
    const { api, seen } = clientWith([jsonResponse(agents)]);
    await api.get(routes.listAgents, parseAgents);
    expect(seen[0]?.headers.has('authorization')).toBe(false);
  });

  test('have encoded parameters, queries and JSON bodies', async () => {
    const to = { to: '+1234567890', callId: '01890a5d-ac96-774b-bcce-b302099a8057' };
    const { api, seen } = clientWith([
      jsonResponse(to),
      jsonResponse({ calls: [], hasMore: false, nextCursor: null }),
    ]);
    await api.send(routes.placeCall, {
      params: { agentId: 'a/b c' },
      body: { phoneNumber: '+1234567890', message: 'hello' },
      headers: { 'Idempotency-Key': 'k1' },
    });
    await api.get(routes.listCalls, parseCallsPage, { query: { limit: 40, afterId: undefined } });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/api/twilio/a%2Fb%20c/call',
        body: { phoneNumber: '+1234567890', message: 'hello' },
      },
      { method: 'GET', url: '/api/calls?limit=40', body: undefined },
    ]);
    expect(seen[0]?.headers.get('idempotency-key')).toBe('k1');
  });

  test('with a missing parameter throw', async () => {
    const { api } = clientWith([]);
    await expect(api.get(routes.getCall, parseCallsPage)).rejects.toThrow(
      '/api/calls/:id needs the parameter id',
    );
  });
});

describe('errors', () => {
  test.each([
    [
      'the message of the server',
      jsonResponse({ error: 'No such call.', code: 'call_not_found' }, { status: 404 }),
      'No such call.',
      'call_not_found',
    ],
    [
      'JSON without error',
      jsonResponse({ message: 'no' }, { status: 500, statusText: 'Oh No' }),
      'HTTP 500: Oh No',
      'http_error',
    ],
    [
      'an error that is not a string',
      jsonResponse({ error: 7 }, { status: 500, statusText: 'Oh No' }),
      'HTTP 500: Oh No',
      'http_error',
    ],
    [
      'not JSON',
      new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
      'HTTP 502: Bad Gateway',
      'http_error',
    ],
    ['no status text', new Response('', { status: 503 }), 'HTTP 503: Service Unavailable', 'http_error'],
  ])('%s', async (_, answer, message, code) => {
    const { api } = clientWith([answer]);
    await expect(api.get(routes.listAgents, parseAgents)).rejects.toMatchObject({
      message,
      code,
      status: answer.status,
    });
  });

  test('no response at all', async () => {
    const { api } = clientWith([new TypeError('Failed to fetch')]);
    await expect(api.get(routes.listAgents, parseAgents)).rejects.toMatchObject({
      status: 0,
      code: 'network_failed',
    });
  });

  test('an abort is passed on', async () => {
    const { api } = clientWith([new DOMException('stop', 'AbortError')]);
    await expect(api.get(routes.listAgents, parseAgents)).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('a 201 whose body breaks off is a success: the call is placed', async () => {
    const { api } = clientWith([brokenOff(201)]);
    expect(await api.send(routes.placeCall, { params: { agentId: 'kuzco' } })).toBeNull();
  });

  test('a body that breaks off while something is read', async () => {
    const { api } = clientWith([brokenOff(200)]);
    await expect(api.get(routes.listAgents, parseAgents)).rejects.toMatchObject({ code: 'network_failed' });
  });

  test('a response of another shape', async () => {
    const { api } = clientWith([jsonResponse({ agents: 'many' })]);
    await expect(api.get(routes.listAgents, parseAgents)).rejects.toMatchObject({ code: 'bad_response' });
  });
});

describe('PM10: a 403 not_permitted', () => {
  const refused = (code: string) =>
    jsonResponse({ error: 'Your role does not allow this.', code }, { status: 403 });
  const sendTo = async (route: Route, answer: Response) => {
    const onNotPermitted = vi.fn();
    const { fetch, seen } = fakeFetch(answer);
    const api = createApiClient({ getToken: async () => 'a.b.c', onNotPermitted, fetch });
    await expect(api.send(route, { params: { id: 'x' } })).rejects.toMatchObject({ status: 403 });
    expect(seen).toHaveLength(1);
    return onNotPermitted.mock.calls;
  };

  test('is reported with the permission of the route, and the request is not repeated', async () => {
    expect(await sendTo(routes.deleteCall, refused('not_permitted'))).toEqual([['calls.delete']]);
  });

  test('is reported for nothing else', async () => {
    expect(await sendTo(routes.deleteCall, refused('forbidden'))).toEqual([]);
    expect(await sendTo(routes.events, refused('not_permitted'))).toEqual([]);
  });
});

describe('a 401', () => {
  const refused = () =>
    jsonResponse({ error: 'Sign in to continue.', code: 'unauthenticated' }, { status: 401 });

  test('is retried once with a new token', async () => {
    const getToken = vi.fn<GetToken>(async (request) => (request?.fresh ? 'new' : 'old'));
    const { api, seen } = clientWith([refused(), jsonResponse(agents)], getToken);
    expect(await api.get(routes.listAgents, parseAgents)).toEqual([]);
    expect(seen.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new']);
  });

  test('is passed on when the new token fails too', async () => {
    const { api, seen } = clientWith([refused(), refused()], async () => 'any');
    await expect(api.get(routes.listAgents, parseAgents)).rejects.toMatchObject({ status: 401 });
    expect(seen).toHaveLength(2);
  });

  test('is passed on at once without a token', async () => {
    const { api, seen } = clientWith([refused()]);
    await expect(api.get(routes.listAgents, parseAgents)).rejects.toMatchObject({
      message: 'Sign in to continue.',
    });
    expect(seen).toHaveLength(1);
  });
});
