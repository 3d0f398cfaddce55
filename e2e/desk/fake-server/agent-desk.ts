import {
  type AgentConfig,
  type AgentDraft,
  type AgentNumber,
  type AgentVersion,
  type CallReason,
  type DeploymentEngines,
  emptyAgentConfig,
  type OpenTry,
  type TryEvent,
  type UnansweredQuestion,
} from '@parley/contract';

/** An agent as the fake server keeps it. */
export interface FakeAgent {
  id: string;
  fixedName: string | null;
  draft: AgentDraft;
  /** Oldest first. */
  versions: AgentVersion[];
  archivedAt: string | null;
  callsInLastWeek: number;
}

const person = { displayName: 'Ines Marchetti' };
const savedAt = '2026-10-13T10:00:00.000Z';

/** A config that can be published. */
export function configOf(displayName: string, change: (config: AgentConfig) => void = () => {}): AgentConfig {
  const config = structuredClone(emptyAgentConfig(displayName));
  config.identity.persona = 'You are warm and exact.';
  config.opening.inbound = 'Hello, this is the AI assistant of <Agent>. How can I help you?';
  change(config);
  return config;
}

/** An agent with as many versions; the draft is the last of them. */
export function agentOf(
  id: string,
  displayName: string,
  versions = 1,
  more: Partial<FakeAgent> = {},
): FakeAgent {
  const config = configOf(displayName);
  return {
    id,
    fixedName: null,
    draft: { config, revision: versions + 1, savedAt, savedBy: person },
    versions: Array.from({ length: versions }, (_, index) => ({
      version: index + 1,
      note: index === 0 ? 'The first version.' : '',
      publishedAt: new Date(Date.UTC(2026, 8, 1 + index, 9)).toISOString(),
      publishedBy: person,
      config,
    })),
    archivedAt: null,
    callsInLastWeek: 0,
    ...more,
  };
}

/** Without what every event has. */
type NewTryEvent = TryEvent extends infer Each
  ? Each extends TryEvent
    ? Omit<Each, 'number' | 'at'>
    : never
  : never;

/** The agents and numbers of Settings ▸ Agents, with what people do to them. */
export class AgentDesk {
  agents: FakeAgent[] = [];
  numbers: AgentNumber[] = [];
  engines: DeploymentEngines = { standard: 'relay', relay: 'model', realtime: 'none' };

  questions: UnansweredQuestion[] = [];
  /** Tries that were begun in other tabs, newest first. */
  openTries: OpenTry[] = [];
  /** What has happened in the only try. */
  tryEvents: TryEvent[] = [];

  /** Tells the page of something in the try. */
  happened(event: NewTryEvent): void {
    this.tryEvents.push({ ...event, number: this.tryEvents.length + 1, at: savedAt } as TryEvent);
  }

  /** Ends the only try. */
  endTry(reason: CallReason | null): void {
    const usage = { seconds: 12, requests: 2, inputTokens: 400, outputTokens: 20 };
    this.happened({ type: 'ended', reason, usage, cost: { micros: 1_200, currency: 'USD' } });
  }

  find(id: string): FakeAgent | undefined {
    return this.agents.find((agent) => agent.id === id);
  }

  /** Saves a draft as somebody else. */
  saveAs(displayName: string, id: string, change: (config: AgentConfig) => void): void {
    const agent = this.find(id);
    if (agent === undefined) throw new Error(`There is no agent ${id}.`);
    const config = structuredClone(agent.draft.config);
    change(config);
    agent.draft = { config, revision: agent.draft.revision + 1, savedAt, savedBy: { displayName } };
  }

  save(agent: FakeAgent, config: AgentConfig): void {
    const { revision } = agent.draft;
    agent.draft = { config, revision: revision + 1, savedAt: new Date().toISOString(), savedBy: person };
  }

  create(displayName: string, config: AgentConfig): FakeAgent {
    const id = displayName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const agent = agentOf(id, displayName, 0);
    agent.draft = { ...agent.draft, config };
    this.agents = [...this.agents, agent];
    return agent;
  }

  publish(agent: FakeAgent, note: string): AgentVersion {
    const { config } = agent.draft;
    const version = agent.versions.length + 1;
    const published = { version, note, publishedAt: new Date().toISOString(), publishedBy: person, config };
    agent.versions = [...agent.versions, published];
    return published;
  }
}
