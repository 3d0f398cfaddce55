import { routes } from '@parley/contract';
import { describe, expect, test, vi } from 'vitest';
import { fakeFetch, jsonAnswer } from '../../testing/fake-fetch.ts';
import { createApiClient, type GetToken } from './api-client.ts';
import { readAgents } from './reading/agents.ts';
import { readCallsPage } from './reading/calls.ts';

const agents = { agents: [] };
const noToken: GetToken = async () => null;

function clientWith(answers: (Response | Error)[], getToken: GetToken = noToken) {
  const { fetch, seen } = fakeFetch(...answers);
  return { api: createApiClient({ getToken, fetch }), seen };
}

describe('what is sent', () => {
  test('JSON, with the bearer when there is one', async () => {
    const { api, seen } = clientWith([jsonAnswer(agents)], async () => 'a.b.c');
    expect(await api.read(routes.listAgents, readAgents)).toEqual([]);
    expect(seen[0]?.url).toBe('/api/agents');
    expect(seen[0]?.headers.get('content-type')).toBe('application/json');
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer a.b.c');
  });

  test('no bearer when there is none', async () => {
    const { api, seen } = clientWith([jsonAnswer(agents)]);
    await api.read(routes.listAgents, readAgents);
    expect(seen[0]?.headers.has('authorization')).toBe(false);
  });

  test('parameters are encoded, queries are added, bodies are JSON', async () => {
    const to = { to: '+1234567890', callId: '01890a5d-ac96-774b-bcce-b302099a8057' };
    const { api, seen } = clientWith([
      jsonAnswer(to),
      jsonAnswer({ calls: [], hasMore: false, nextCursor: null }),
    ]);
    await api.send(routes.placeCall, {
      params: { agentId: 'a/b c' },
      body: { phoneNumber: '+1234567890', message: 'hello' },
      headers: { 'Idempotency-Key': 'k1' },
    });
    await api.read(routes.listCalls, readCallsPage, { query: { limit: 40, afterId: undefined } });
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

  test('a missing parameter is a mistake of ours', async () => {
    const { api } = clientWith([]);
    await expect(api.read(routes.getCall, readCallsPage)).rejects.toThrow(
      '/api/calls/:id needs the parameter id',
    );
  });
});

describe('what goes wrong', () => {
  test.each([
    [
      'its own sentence',
      jsonAnswer({ error: 'No such call.', code: 'call_not_found' }, { status: 404 }),
      'No such call.',
      'call_not_found',
    ],
    [
      'JSON without error',
      jsonAnswer({ message: 'no' }, { status: 500, statusText: 'Oh No' }),
      'HTTP 500: Oh No',
      'http_error',
    ],
    [
      'an error that is no text',
      jsonAnswer({ error: 7 }, { status: 500, statusText: 'Oh No' }),
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
    await expect(api.read(routes.listAgents, readAgents)).rejects.toMatchObject({
      message,
      code,
      status: answer.status,
    });
  });

  test('no answer at all', async () => {
    const { api } = clientWith([new TypeError('Failed to fetch')]);
    await expect(api.read(routes.listAgents, readAgents)).rejects.toMatchObject({
      status: 0,
      code: 'network_failed',
    });
  });

  test('an abort stays an abort', async () => {
    const { api } = clientWith([new DOMException('stop', 'AbortError')]);
    await expect(api.read(routes.listAgents, readAgents)).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('an answer of another shape', async () => {
    const { api } = clientWith([jsonAnswer({ agents: 'many' })]);
    await expect(api.read(routes.listAgents, readAgents)).rejects.toMatchObject({ code: 'bad_answer' });
  });
});

describe('a 401', () => {
  const refused = () =>
    jsonAnswer({ error: 'Sign in to continue.', code: 'unauthenticated' }, { status: 401 });

  test('is tried once more with a new token', async () => {
    const getToken = vi.fn<GetToken>(async (request) => (request?.fresh ? 'new' : 'old'));
    const { api, seen } = clientWith([refused(), jsonAnswer(agents)], getToken);
    expect(await api.read(routes.listAgents, readAgents)).toEqual([]);
    expect(seen.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new']);
  });

  test('stands when the new token fails too', async () => {
    const { api, seen } = clientWith([refused(), refused()], async () => 'any');
    await expect(api.read(routes.listAgents, readAgents)).rejects.toMatchObject({ status: 401 });
    expect(seen).toHaveLength(2);
  });

  test('stands at once for who has no token', async () => {
    const { api, seen } = clientWith([refused()]);
    await expect(api.read(routes.listAgents, readAgents)).rejects.toMatchObject({
      message: 'Sign in to continue.',
    });
    expect(seen).toHaveLength(1);
  });
});
