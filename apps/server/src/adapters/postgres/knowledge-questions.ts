import { randomUUIDv7 } from 'node:crypto';
import type { KnowledgeQuestion, UnansweredQuestion } from '@parley/contract';
import type { KnowledgeQuestions } from '../../ports/knowledge.ts';
import { appendAudit } from './audit/append.ts';
import type { Database } from './database.ts';
import { sql } from './drizzle.ts';
import { isoInstant } from './pipeline.ts';
import { isUuid } from './uuid.ts';

export function createKnowledgeQuestions(database: Database): KnowledgeQuestions {
  return {
    add: async ({ tenantId, callId }, { question, entries, at }) => {
      const found = JSON.stringify(entries.map(({ id, title }) => ({ id, title })));
      // The call is locked, so that it is not deleted meanwhile; of one that is gone nothing is stored.
      await database.asSystem((tx) =>
        tx.execute(sql`
          insert into knowledge_questions (tenant_id, id, call_id, agent_id, question, entries, asked_at)
          select tenant_id, ${randomUUIDv7()}, id, agent_id, ${question}, ${found}::jsonb, ${at.toISOString()}
          from calls where tenant_id = ${tenantId} and id = ${callId} for key share`),
      );
    },

    unanswered: async (tenantId, agentId, limit) => {
      const [rows] = await database.readForTenant(tenantId, [
        { text: unanswered, values: [agentId, String(limit)] },
      ]);
      return rows.map(
        ([id, question, calls, lastAskedAt, lastCallId]) =>
          ({ id, question, calls, lastAskedAt, lastCallId }) as UnansweredQuestion,
      );
    },

    dismiss: (tenantId, agentId, id, actor) =>
      database.forTenant(tenantId, async (tx) => {
        if (!isUuid(id)) return false;
        const { rows } = await tx.execute(sql`
          update knowledge_questions set dismissed_at = now()
          where tenant_id = ${tenantId} and agent_id = ${agentId} and entries = '[]' and dismissed_at is null
            and lower(question) = (
              select lower(question) from knowledge_questions
              where tenant_id = ${tenantId} and agent_id = ${agentId} and id = ${id})
          returning 1`);
        if (rows.length === 0) return false;
        const action = 'knowledge.question_dismissed';
        await appendAudit(tx, { tenantId, actor, action, subject: agentId });
        return true;
      }),
  };
}

/** For the page of a call, as a column of its row: most calls have none, and another statement would take longer. */
export const questionsOfCall = `(
  select json_agg(json_build_array(question, entries, asked_at::text) order by asked_at, asked.id)
  from knowledge_questions as asked where call_id = calls.id)`;

type QuestionRow = [question: string, entries: KnowledgeQuestion['entries'], askedAt: string];

export function readQuestions(rows: readonly QuestionRow[] | null): KnowledgeQuestion[] {
  return (rows ?? []).map(([question, entries, askedAt]) => ({
    question,
    entries,
    askedAt: isoInstant(askedAt),
  }));
}

const unanswered = `
  select (array_agg(asked.id order by asked_at desc))[1], (array_agg(question order by asked_at desc))[1],
    count(distinct call_id)::int, max(asked_at), (array_agg(call_id order by asked_at desc))[1]
  from knowledge_questions as asked join calls on calls.id = asked.call_id and calls.mode = 'live'
  where asked.agent_id = $1 and entries = '[]' and dismissed_at is null
  group by lower(question) order by max(asked_at) desc limit $2`;
