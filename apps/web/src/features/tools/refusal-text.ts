import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { parseToolProblems, parseUsers } from '../../lib/parsing/tools.ts';

/** Why something was refused, with who uses it or what is wrong where the server says so. */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return sentenceOf(error);
  const users = parseUsers(error.details).filter((name) => !error.message.includes(name));
  const [problem] = error.code === 'tool_invalid' ? parseToolProblems(error.details) : [];
  if (problem !== undefined) return problem.sentence;
  return users.length === 0 ? error.message : `${error.message} Used by: ${users.join(', ')}.`;
}
