import {
  type AgentConfig,
  type AgentNumber,
  type CreateAgentBody,
  type DeploymentEngines,
  type EditedAgent,
  emptyAgentConfig,
  fixedAgentNameOf,
} from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { AgentEditor } from '../../ports/agent-editor.ts';
import { sandboxCarrier } from '../../ports/call.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { Actor, NumberStore, TenantNumber } from '../../ports/number-store.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import { agentIdFor } from './agent-id.ts';
import type { PublishProblems } from './publish-problems.ts';
import { agentArchived, agentNotFound, draftChanged, notDeletable } from './refusals.ts';
import { starterConfig } from './starters/starter-config.ts';

export interface EditDeps {
  readonly editor: AgentEditor;
  readonly numbers: NumberStore;
  /** The carrier accounts that this server is connected to and that may have numbers of this tenant. */
  readonly accounts: (tenantId: string) => readonly Carrier[];
  /** The one that places the calls of a tenant. */
  readonly accountOf: (tenantId: string) => Carrier | null;
  readonly engines: (tenantId: string) => DeploymentEngines;
  readonly organizations: Organizations;
  readonly clock: Clock;
  readonly publishProblems: PublishProblems;
}

type Edited =
  | 'listAgentCards'
  | 'createAgent'
  | 'getAgent'
  | 'saveAgentDraft'
  | 'archiveAgent'
  | 'unarchiveAgent'
  | 'deleteAgent';

const weekMs = 7 * 24 * 60 * 60_000;

export function editEndpoints(deps: EditDeps): Pick<Endpoints, Edited> {
  const { editor, accounts, engines, clock, publishProblems } = deps;
  const shown = async (tenantId: string, agentId: string) => ({
    agent: await editedAgent(deps, tenantId, agentId),
  });
  return {
    listAgentCards: async ({ caller }) => {
      const since = new Date(clock.now().getTime() - weekMs);
      const { tenantId } = caller;
      const { standard } = engines(tenantId);
      const cards = await editor.cards(tenantId, accounts(tenantId), since);
      return { cards: cards.map((card) => ({ ...card, engine: card.engine ?? standard })) };
    },

    getAgent: ({ caller, params }) => shown(caller.tenantId, params.agentId),

    createAgent: async ({ caller, headers, body }) => {
      const displayName = body.displayName.trim();
      const config = await firstConfig(deps, caller.tenantId, body.from, displayName);
      const key = headers['idempotency-key'];
      const request = key === undefined ? null : { key, content: JSON.stringify(body) };
      const wanted = { id: agentIdFor(displayName), config, request };
      const created = await editor.create(caller.tenantId, wanted, actorOf(caller));
      switch (created.kind) {
        case 'made':
          return shown(caller.tenantId, created.id);
        case 'too_many':
          throw new AppError(
            'too_many_agents',
            'Your organization has the most agents that it may have. Delete one that has no calls first.',
          );
        case 'key_reused':
          throw new AppError(
            'idempotency_key_reused',
            'This Idempotency-Key was used for another agent. Use a new one.',
          );
      }
    },

    saveAgentDraft: async ({ caller, params, body }) => {
      const { agentId } = params;
      const config = withFixedName(agentId, body.config);
      const saved = await editor.saveDraft(
        caller.tenantId,
        agentId,
        { revision: body.revision, config },
        actorOf(caller),
        clock.now(),
      );
      switch (saved.kind) {
        case 'saved':
          return {
            draft: saved.draft,
            problems: await publishProblems(caller.tenantId, agentId, saved.draft.config),
          };
        case 'conflict':
          throw draftChanged(saved.stored, config);
        case 'archived':
          throw agentArchived();
        case 'missing':
          throw agentNotFound();
      }
    },

    archiveAgent: async ({ caller, params }) => {
      const done = await editor.archive(caller.tenantId, params.agentId, actorOf(caller), clock.now());
      if (!done) throw agentNotFound();
      return shown(caller.tenantId, params.agentId);
    },

    unarchiveAgent: async ({ caller, params }) => {
      if (!(await editor.unarchive(caller.tenantId, params.agentId, actorOf(caller)))) throw agentNotFound();
      return shown(caller.tenantId, params.agentId);
    },

    deleteAgent: async ({ caller, params }) => {
      const { tenantId } = caller;
      const result = await editor.remove(tenantId, params.agentId, actorOf(caller), clock.now());
      if (result === 'missing') throw agentNotFound();
      if (result !== 'removed') throw notDeletable(result);
      return { deleted: true };
    },
  };
}

export function actorOf({ userId, displayName }: Caller): Actor {
  return { userId, displayName: displayName.trim() || null };
}

async function editedAgent(deps: EditDeps, tenantId: string, agentId: string): Promise<EditedAgent> {
  const agent = await deps.editor.get(tenantId, agentId);
  if (!agent) throw agentNotFound();
  const numbers = await deps.numbers.list(tenantId, deps.accounts(tenantId));
  return {
    ...agent,
    fixedName: fixedAgentNameOf(agent.id),
    problems: await deps.publishProblems(tenantId, agent.id, agent.draft.config),
    numbers: numbers.filter((number) => number.agentId === agentId).map(presentedNumber),
    engines: deps.engines(tenantId),
  };
}

export function presentedNumber({ id, number, label, carrier, agentId }: TenantNumber): AgentNumber {
  return { id, number, label, sandbox: carrier === sandboxCarrier, agentId };
}

/** The two known agents keep their names, also when an older page sends another one. */
function withFixedName(agentId: string, config: AgentConfig): AgentConfig {
  const displayName = fixedAgentNameOf(agentId);
  if (displayName === null) return config;
  return { ...config, identity: { ...config.identity, displayName } };
}

async function firstConfig(
  { editor, organizations }: EditDeps,
  tenantId: string,
  from: CreateAgentBody['from'],
  displayName: string,
): Promise<AgentConfig> {
  switch (from.kind) {
    case 'empty':
      return emptyAgentConfig(displayName, (await organizations.of(tenantId)).language);
    case 'starter':
      return starterConfig(from.starter, displayName);
    case 'copy': {
      const original = await editor.get(tenantId, from.agentId);
      if (!original) throw agentNotFound();
      const { config } = original.draft;
      return { ...config, identity: { ...config.identity, displayName } };
    }
  }
}
