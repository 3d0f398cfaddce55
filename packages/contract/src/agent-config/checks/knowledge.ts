import type { AgentConfig } from '../agent-config.ts';
import type { ConfigProblem } from '../config-problem.ts';
import { agentLimits } from '../limits.ts';
import { isBlank, noPlaceholders, problem, repeated, tooLong, tooMany } from './check.ts';

export function checkKnowledge({ entries }: AgentConfig['knowledge']): ConfigProblem[] {
  const path = 'knowledge.entries';
  const characters = entries.reduce((sum, { title, text }) => sum + title.length + text.length, 0);
  return [
    ...tooMany(path, entries, agentLimits.knowledgeEntriesMax, 'knowledge entries'),
    ...(characters > agentLimits.knowledgeCharactersMax
      ? [problem(path, 'too_long', 'All entries together may have at most 200,000 characters.')]
      : []),
    ...entries.flatMap(({ title, text }, index) => [
      ...(isBlank(title)
        ? [problem(`${path}.${index}.title`, 'knowledge_title_missing', 'Give the entry a title.')]
        : []),
      ...tooLong(`${path}.${index}.title`, title, agentLimits.knowledgeTitleMax, 'A title'),
      ...noPlaceholders(`${path}.${index}.title`, title),
      ...(isBlank(text)
        ? [problem(`${path}.${index}.text`, 'knowledge_text_missing', 'Write what the agent should know.')]
        : []),
      ...tooLong(`${path}.${index}.text`, text, agentLimits.knowledgeTextMax, 'An entry'),
      ...noPlaceholders(`${path}.${index}.text`, text),
    ]),
    ...repeated(entries.map(({ title }) => title)).map((index) =>
      problem(`${path}.${index}.title`, 'knowledge_title_repeated', 'Another entry has this title.'),
    ),
    ...repeated(entries.map(({ id }) => id)).map((index) =>
      problem(`${path}.${index}.id`, 'knowledge_id_repeated', 'Another entry has this id.'),
    ),
  ];
}
