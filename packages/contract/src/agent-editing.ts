import * as z from 'zod/mini';
import { agentConfig } from './agent-config/agent-config.ts';
import { isBlank } from './agent-config/checks/check.ts';
import { configChange } from './agent-config/config-change.ts';
import { configProblemCodes } from './agent-config/config-problem.ts';
import { agentLimits } from './agent-config/limits.ts';
import { agentStarterId } from './agent-starters.ts';
import { agentId, voiceEngine } from './agents.ts';
import { maxCharacters } from './max-characters.ts';

/** What Settings ▸ Agents reads and sends. `docs/agents.md` has the rules. */
const instant = z.iso.datetime();
/** Of a column of the database. */
const largestInteger = 2_147_483_647;
const versionNumber = z.int().check(z.minimum(1));
const revision = z.int().check(z.minimum(1));
const person = z.nullable(z.object({ displayName: z.string() }));

/** A card of the list. Without a published version its language and engine are those of the draft. */
export const agentCard = z.object({
  id: agentId,
  displayName: z.string(),
  numbers: z.array(z.string()),
  language: z.string(),
  engine: voiceEngine,
  /** Null: never published, so it takes and makes no calls. */
  publishedVersion: z.nullable(versionNumber),
  publishedAt: z.nullable(instant),
  /** Whether the draft differs from the published version. */
  changed: z.boolean(),
  callsInLastWeek: z.int(),
  archivedAt: z.nullable(instant),
});
export type AgentCard = z.infer<typeof agentCard>;

export const agentCardsResponse = z.object({ cards: z.array(agentCard) });

export const configProblem = z.object({
  path: z.string(),
  code: z.enum(configProblemCodes),
  sentence: z.string(),
});

export const agentDraft = z.object({
  config: agentConfig,
  /** Grows with every save; whoever saves names the one that they changed. */
  revision,
  savedAt: instant,
  savedBy: person,
});
export type AgentDraft = z.infer<typeof agentDraft>;

export const agentVersionEntry = z.object({
  version: versionNumber,
  note: z.string(),
  publishedAt: instant,
  publishedBy: person,
});
export type AgentVersionEntry = z.infer<typeof agentVersionEntry>;

export const agentVersion = z.extend(agentVersionEntry, { config: agentConfig });
export type AgentVersion = z.infer<typeof agentVersion>;

export const agentNumber = z.object({
  /** What the audit log names it by. */
  id: z.optional(z.uuid()),
  number: z.string(),
  label: z.string(),
  /** A number of the sandbox carrier: nobody's phone. */
  sandbox: z.boolean(),
  agentId: z.nullable(agentId),
});
export type AgentNumber = z.infer<typeof agentNumber>;

/** What speaks with each engine in this deployment, and which of them an agent gets that has chosen none. */
export const deploymentEngines = z.object({
  standard: voiceEngine,
  relay: z.enum(['model', 'scripted', 'none']),
  realtime: z.enum(['model', 'none']),
  /** The model that each engine uses for an agent that names none; null where it has none. */
  models: z.optional(z.object({ relay: z.nullable(z.string()), realtime: z.nullable(z.string()) })),
});
export type DeploymentEngines = z.infer<typeof deploymentEngines>;

export const editedAgent = z.object({
  id: agentId,
  /** The name that it always has; null when people may name it. */
  fixedName: z.nullable(z.string()),
  draft: agentDraft,
  published: z.nullable(agentVersion),
  /** What keeps the draft from being published. */
  problems: z.array(configProblem),
  numbers: z.array(agentNumber),
  engines: z.optional(deploymentEngines),
  archivedAt: z.nullable(instant),
});
export type EditedAgent = z.infer<typeof editedAgent>;

export const editedAgentResponse = z.object({ agent: editedAgent });

const displayName = z.string('Give the agent a name.').check(
  z.refine((name) => !isBlank(name), 'Give the agent a name.'),
  maxCharacters(
    agentLimits.displayNameMax,
    `A name may have at most ${agentLimits.displayNameMax} characters.`,
  ),
);

export const createAgentBody = z.object({
  displayName,
  from: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('empty') }),
    z.object({ kind: z.literal('starter'), starter: agentStarterId }),
    /** The draft of another agent. Its numbers stay where they are. */
    z.object({ kind: z.literal('copy'), agentId }),
  ]),
});
export type CreateAgentBody = z.infer<typeof createAgentBody>;

export const deleteAgentResponse = z.object({ deleted: z.literal(true) });

export const saveDraftBody = z.object({ revision, config: agentConfig });
export type SaveDraftBody = z.infer<typeof saveDraftBody>;

export const draftResponse = z.object({ draft: agentDraft, problems: z.array(configProblem) });

export const revisionBody = z.object({ revision });

export const publishBody = z.object({
  revision,
  note: z._default(
    z
      .string()
      .check(
        maxCharacters(agentLimits.noteMax, `A note may have at most ${agentLimits.noteMax} characters.`),
      ),
    '',
  ),
});
export type PublishBody = z.infer<typeof publishBody>;

export const publishResponse = z.object({
  version: agentVersionEntry,
  /** False when the draft was the published version already: nothing new was published. */
  created: z.boolean(),
});

export const versionsQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 40),
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(largestInteger))),
});
export const versionsResponse = z.object({ versions: z.array(agentVersionEntry), hasMore: z.boolean() });
export const versionResponse = z.object({ version: agentVersion });

const comparable = z
  .string()
  .check(z.regex(/^(?:draft|published|[1-9]\d{0,8})$/, 'Name a version, or draft, or published.'));
/** Without them: what the draft changes in the published version. */
export const changesQuery = z.object({
  from: z._default(comparable, 'published'),
  to: z._default(comparable, 'draft'),
});
export const changesResponse = z.object({ changes: z.array(configChange) });

export const numbersResponse = z.object({ numbers: z.array(agentNumber) });

export const takeNumberBody = z.object({
  agentId,
  /** The agent that loses the number, by which taking it away is confirmed. Null: nobody is to lose it. */
  takenFrom: z.nullable(agentId),
});
export type TakeNumberBody = z.infer<typeof takeNumberBody>;
export const labelNumberBody = z.object({
  /** What people call the number; empty: nothing. */
  label: z
    .string()
    .check(
      maxCharacters(
        agentLimits.numberLabelMax,
        `A label may have at most ${agentLimits.numberLabelMax} characters.`,
      ),
    ),
});
export const numberResponse = z.object({ number: agentNumber });

/** `details` of `draft_changed`: the draft that somebody else saved, and the one that was sent (null: none was). */
export const draftConflict = z.object({ stored: agentDraft, sent: z.nullable(agentConfig) });
/** `details` of `agent_not_publishable`. */
export const publishProblems = z.object({ problems: z.array(configProblem) });
