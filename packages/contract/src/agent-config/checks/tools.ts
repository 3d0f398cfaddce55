import { type AgentTools, toolRefKey } from '../../tools/agent-tools.ts';
import { toolLimits } from '../../tools/limits.ts';
import type { ConfigProblem } from '../config-problem.ts';
import { checkFilledText, isBlank, noPlaceholders, problem, repeated, tooLong, tooMany } from './check.ts';

/** Whether the tools exist, the server says: `tool_unknown` and `tool_not_allowed`. */
export function checkTools({ use, texts }: AgentTools): ConfigProblem[] {
  const path = 'tools.use';
  return [
    ...tooMany(path, use, toolLimits.toolsOfAgentMax, 'tools'),
    ...use.flatMap((ref, index) =>
      tooLong(`${path}.${index}.name`, ref.name ?? '', toolLimits.refNameMax, 'The name of a tool'),
    ),
    ...repeated(use.map(toolRefKey)).map((index) =>
      problem(`${path}.${index}`, 'tool_repeated', 'This tool is there twice.'),
    ),
    ...checkTexts(texts),
  ];
}

function checkTexts(texts: AgentTools['texts']): ConfigProblem[] {
  const path = 'tools.texts';
  return [
    ...tooMany(path, texts, toolLimits.textsMax, 'text messages'),
    ...texts.flatMap(({ name, text }, index) => [
      ...(isBlank(name)
        ? [problem(`${path}.${index}.name`, 'text_name_missing', 'Give the text message a name.')]
        : []),
      ...tooLong(`${path}.${index}.name`, name, toolLimits.textNameMax, 'A name'),
      ...noPlaceholders(`${path}.${index}.name`, name),
      ...(isBlank(text)
        ? [problem(`${path}.${index}.text`, 'text_missing', 'Write what the text message says.')]
        : []),
      ...checkFilledText(`${path}.${index}.text`, text, toolLimits.textMax, 'A text message'),
    ]),
    ...repeated(texts.map(({ name }) => name)).map((index) =>
      problem(`${path}.${index}.name`, 'text_name_repeated', 'Another text message has this name.'),
    ),
  ];
}
