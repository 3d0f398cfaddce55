import type { Database } from '../adapters/postgres/database.ts';
import { createKnowledgeQuestions } from '../adapters/postgres/knowledge-questions.ts';
import { createKnowledgeSearch } from '../adapters/postgres/knowledge-search.ts';
import { type KnowledgeEndpoints, knowledgeEndpoints } from '../features/knowledge/endpoints.ts';
import type { Clock } from '../ports/clock.ts';
import type { KnowledgeQuestions, KnowledgeSearch } from '../ports/knowledge.ts';
import type { Log } from '../ports/log.ts';
import { citeKnowledge } from '../voice/tools/cite-knowledge.ts';
import { createLookUp } from '../voice/tools/look-up.ts';
import type { VoiceTool } from '../voice/tools/voice-tool.ts';

export interface KnowledgeParts {
  readonly search: KnowledgeSearch;
  readonly questions: KnowledgeQuestions;
  /** How agents use what they know. */
  readonly tools: readonly VoiceTool[];
  readonly endpoints: KnowledgeEndpoints;
}

export function openKnowledge(database: Database, clock: Clock, log: Log): KnowledgeParts {
  const search = createKnowledgeSearch(database);
  const questions = createKnowledgeQuestions(database);
  return {
    ...{ search, questions },
    tools: [citeKnowledge, createLookUp({ search, questions, now: () => clock.now(), log })],
    endpoints: knowledgeEndpoints(questions),
  };
}
