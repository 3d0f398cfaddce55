import {
  type AgentConfig,
  type AgentVersion,
  type CreateAgentBody,
  describeChanges,
  emptyAgentConfig,
  type PublishBody,
  publishable,
  type SaveDraftBody,
  type StartTryBody,
  type TakeNumberBody,
  type TryInput,
  tryLimits,
} from '@parley/contract';
import { type AgentDesk, configOf, type FakeAgent } from './agent-desk.ts';
import type { FakeResponse, ReceivedRequest } from './fake-server.ts';

const notFound = refused(404, 'agent_not_found', 'This agent does not exist.');

function refused(status: number, code: string, error: string, details?: unknown): FakeResponse {
  return { status, body: { error, code, ...(details === undefined ? {} : { details }) } };
}

/** The responses of the routes of Settings ▸ Agents; null for others. */
export function agentResponse(desk: AgentDesk, request: ReceivedRequest): FakeResponse | null {
  switch (request.route) {
    case 'GET /api/agent-cards':
      return { body: { cards: desk.agents.map((agent) => cardOf(desk, agent)) } };
    case 'POST /api/agents':
      return { body: { agent: editedOf(desk, created(desk, request.body as CreateAgentBody)) } };
    case 'GET /api/numbers':
      return { body: { numbers: desk.numbers } };
    case 'PUT /api/numbers/:id/agent':
      return setNumber(desk, request.id, request.body as TakeNumberBody);
    case 'DELETE /api/numbers/:id/agent':
      return setNumber(desk, request.id, null);
    case 'PUT /api/numbers/:id/label':
      return labelNumber(desk, request.id, request.body as { label: string });
    default:
      if (request.route.includes(' /api/tries/:id')) return ofTheTry(desk, request);
      return request.route.includes(' /api/agents/:id') ? ofOneAgent(desk, request) : null;
  }
}

function ofOneAgent(desk: AgentDesk, request: ReceivedRequest): FakeResponse | null {
  const agent = desk.find(request.id);
  if (agent === undefined) return notFound;
  const query = new URL(request.url, 'http://fake-server').searchParams;
  switch (request.route.replace('/api/agents/:id', '')) {
    case 'GET ':
      return { body: { agent: editedOf(desk, agent) } };
    case 'PUT /draft': {
      const { revision, config } = request.body as SaveDraftBody;
      return ifCurrent(agent, revision, config, () => {
        desk.save(agent, config);
        return { body: { draft: agent.draft, problems: publishable(config, agent.id) } };
      });
    }
    case 'POST /publish': {
      const { revision, note = '' } = request.body as PublishBody;
      return ifCurrent(agent, revision, null, () => {
        const { config: _, ...version } = desk.publish(agent, note);
        return { body: { version, created: true } };
      });
    }
    case 'GET /versions':
      return { body: versionsPage(agent, Number(query.get('before') ?? Number.POSITIVE_INFINITY)) };
    case 'GET /versions/:version': {
      const version = agent.versions.find((each) => request.url.endsWith(`/${each.version}`));
      return version === undefined
        ? refused(404, 'version_not_found', 'This version does not exist.')
        : { body: { version } };
    }
    case 'GET /changes':
      return {
        body: {
          changes: describeChanges(configAt(agent, query.get('from')), configAt(agent, query.get('to'))),
        },
      };
    case 'POST /versions/:version/restore': {
      const { revision } = request.body as { revision: number };
      return ifCurrent(agent, revision, null, () => {
        desk.save(agent, configAt(agent, /\d+(?=\/restore)/.exec(request.url)?.[0] ?? null));
        return { body: { draft: agent.draft, problems: [] } };
      });
    }
    case 'GET /unanswered-questions':
      return { body: { questions: desk.questions, hasMore: false } };
    case 'DELETE /unanswered-questions/first':
      desk.questions = [];
      return { body: { deleted: true } };
    case 'GET /tries':
      return { body: { tries: desk.openTries } };
    case 'POST /tries': {
      if (desk.openTries.length >= tryLimits.livePerPerson)
        return refused(429, 'too_many_tries', 'You have 2 tries going on. End one of them first.', {
          tries: desk.openTries,
        });
      const { channel, direction } = request.body as StartTryBody;
      desk.tryEvents = [];
      desk.happened({ type: 'began', model: 'scripted', prompt: 'You are the assistant.', tools: [] });
      desk.happened(said(0, 'agent', 'Hello, this is the AI assistant of Elm Street.'));
      const { revision, savedAt: startedAt } = agent.draft;
      return { body: { try: { id: tryId, agentId: agent.id, channel, direction, revision, startedAt } } };
    }
    case 'DELETE ':
      desk.agents = desk.agents.filter((each) => each !== agent);
      return { body: { deleted: true } };
    case 'POST /archive':
    case 'POST /unarchive': {
      const isArchived = request.route.endsWith('/archive');
      agent.archivedAt = isArchived ? '2026-10-13T11:00:00.000Z' : null;
      return { body: { agent: editedOf(desk, agent) } };
    }
    default:
      return null;
  }
}

const tryId = '019a8b5e-6c00-7000-a000-000000000001';

const said = (ordinal: number, speaker: 'agent' | 'user', text: string) =>
  ({ type: 'said', ordinal, speaker, text, interrupted: false, final: true }) as const;

/** Its events are sent at once; the page asks again for those behind the last one it has. */
function ofTheTry(desk: AgentDesk, { route, id, url, body }: ReceivedRequest): FakeResponse | null {
  switch (route.replace('/api/tries/:id', '')) {
    case 'GET /events': {
      const after = Number(new URL(url, 'http://fake-server').searchParams.get('after') ?? 0);
      const events = desk.tryEvents.filter(({ number }) => number > after);
      return { body: `: open\n\n${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}` };
    }
    case 'POST /input': {
      const input = body as TryInput;
      if (input.kind === 'say') {
        desk.happened(said(1, 'user', input.text));
        desk.happened({ type: 'timing', timing: { firstTokenMs: 40, firstSpeechMs: 90 } });
        desk.happened(said(2, 'agent', 'I have written that down.'));
      }
      return { body: { accepted: true } };
    }
    case 'POST /end':
      if (desk.openTries.some((open) => open.id === id))
        desk.openTries = desk.openTries.filter((open) => open.id !== id);
      else desk.endTry(null);
      return { body: { ended: true } };
    default:
      return null;
  }
}

function created(desk: AgentDesk, { displayName, from }: CreateAgentBody): FakeAgent {
  if (from.kind === 'empty') return desk.create(displayName, emptyAgentConfig(displayName));
  const copied = from.kind === 'copy' ? desk.find(from.agentId)?.draft.config : undefined;
  const config = structuredClone(copied ?? configOf(displayName));
  config.identity.displayName = displayName;
  return desk.create(displayName, config);
}

function ifCurrent(
  agent: FakeAgent,
  revision: number,
  sent: AgentConfig | null,
  act: () => FakeResponse,
): FakeResponse {
  if (revision === agent.draft.revision) return act();
  const sentence = 'Somebody else has changed this draft since you opened it.';
  return refused(409, 'draft_changed', sentence, { stored: agent.draft, sent });
}

function configAt(agent: FakeAgent, name: string | null): AgentConfig {
  return agent.versions.find(({ version }) => String(version) === name)?.config ?? agent.draft.config;
}

function versionsPage({ versions }: FakeAgent, before: number) {
  const rest = versions.filter(({ version }) => version < before).toReversed();
  const shown = rest.slice(0, 40).map(({ config: _, ...version }) => version);
  return { versions: shown, hasMore: rest.length > shown.length };
}

function publishedOf({ versions }: FakeAgent): AgentVersion | null {
  return versions.at(-1) ?? null;
}

function cardOf(desk: AgentDesk, agent: FakeAgent) {
  const published = publishedOf(agent);
  const { speech, engine, identity } = (published ?? agent.draft).config;
  return {
    id: agent.id,
    displayName: identity.displayName,
    numbers: desk.numbers.filter(({ agentId }) => agentId === agent.id).map(({ number }) => number),
    language: speech.language,
    engine: engine.engine ?? 'relay',
    publishedVersion: published?.version ?? null,
    publishedAt: published?.publishedAt ?? null,
    changed: published !== null && describeChanges(published.config, agent.draft.config).length > 0,
    callsInLastWeek: agent.callsInLastWeek,
    archivedAt: agent.archivedAt,
  };
}

function editedOf(desk: AgentDesk, agent: FakeAgent) {
  const { id, fixedName, draft, archivedAt } = agent;
  return {
    id,
    fixedName,
    draft,
    published: publishedOf(agent),
    problems: publishable(draft.config, id),
    numbers: desk.numbers.filter(({ agentId }) => agentId === id),
    engines: desk.engines,
    archivedAt,
  };
}

function labelNumber(desk: AgentDesk, wanted: string, { label }: { label: string }): FakeResponse {
  const number = desk.numbers.find((each) => each.number === wanted);
  if (number === undefined) return refused(404, 'number_not_found', 'This number does not exist.');
  number.label = label;
  return { body: { number } };
}

function setNumber(desk: AgentDesk, wanted: string, body: TakeNumberBody | null): FakeResponse {
  const number = desk.numbers.find((each) => each.number === wanted);
  if (number === undefined) return refused(404, 'number_not_found', 'This number does not exist.');
  if (body !== null && number.agentId !== body.takenFrom) {
    const owner = desk.find(number.agentId ?? '');
    const displayName = owner?.draft.config.identity.displayName ?? '';
    return refused(409, 'number_taken', `${displayName} has this number.`, {
      agentId: owner?.id,
      displayName,
    });
  }
  number.agentId = body?.agentId ?? null;
  return { body: { number } };
}
