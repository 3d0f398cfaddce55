import type { AgentConfig } from './agent-config/agent-config.ts';
import { emptyAgentConfig } from './agent-config/empty-config.ts';
import type { agentRoutes } from './agent-routes.ts';
import type { RouteExample } from './route-example.ts';

const config: AgentConfig = {
  ...emptyAgentConfig('Front desk'),
  opening: {
    firstSpeaker: 'agent',
    outbound: 'Hello, this is the AI assistant of <Organization>.',
    inbound: 'Hello, this is the AI assistant of <Organization>. How can I help you?',
  },
};
config.identity.persona = 'You answer the phone of a practice: unhurried, warm and exact.';

const savedBy = { displayName: 'Ines Marchetti' };
const draft = { config, revision: 7, savedAt: '2026-10-13T10:00:00.000Z', savedBy };
const entry = {
  version: 4,
  note: 'Answers questions about parking.',
  publishedAt: '2026-10-12T16:30:00.000Z',
  publishedBy: savedBy,
};
const number = {
  id: '0b6f9a52-5d0e-4c8e-9a4b-3a1f6d2c7e10',
  number: '+15005550006',
  label: 'Main line',
  sandbox: true,
  agentId: 'front-desk',
};
const agent = {
  id: 'front-desk',
  fixedName: null,
  draft,
  published: { ...entry, config },
  problems: [],
  numbers: [number],
  archivedAt: null,
};

/** Of the routes of `agent-routes.ts`. */
export const agentExamples: Readonly<Record<keyof typeof agentRoutes, RouteExample>> = {
  listAgentCards: {
    response: {
      cards: [
        {
          id: 'front-desk',
          displayName: 'Front desk',
          numbers: [number.number],
          language: 'en-US',
          engine: 'relay',
          publishedVersion: 4,
          publishedAt: entry.publishedAt,
          changed: false,
          callsInLastWeek: 12,
          archivedAt: null,
        },
      ],
    },
  },
  createAgent: {
    body: { displayName: 'Front desk', from: { kind: 'starter', starter: 'practice-reception' } },
    response: { agent },
  },
  getAgent: { response: { agent } },
  saveAgentDraft: { body: { revision: 6, config }, response: { draft, problems: [] } },
  publishAgent: { body: { revision: 7, note: entry.note }, response: { version: entry, created: true } },
  listAgentVersions: { response: { versions: [entry], hasMore: false } },
  getAgentVersion: { response: { version: { ...entry, config } } },
  compareAgentVersions: {
    response: {
      changes: [
        {
          path: 'opening.inbound',
          sentence: 'Inbound greeting changed.',
          before: 'Hello.',
          after: 'Good day.',
        },
      ],
    },
  },
  restoreAgentVersion: { body: { revision: 7 }, response: { draft, problems: [] } },
  archiveAgent: { response: { agent: { ...agent, numbers: [], archivedAt: '2026-10-13T10:00:00.000Z' } } },
  unarchiveAgent: { response: { agent: { ...agent, numbers: [] } } },
  deleteAgent: { response: { deleted: true } },
  listNumbers: { response: { numbers: [number] } },
  takeNumber: { body: { agentId: 'front-desk', takenFrom: 'gs-dental' }, response: { number } },
  releaseNumber: { response: { number: { ...number, agentId: null } } },
  labelNumber: { body: { label: number.label }, response: { number } },
};
