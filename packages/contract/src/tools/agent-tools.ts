import * as z from 'zod/mini';
import { draftList, text } from '../agent-config/draft-shapes.ts';

const chooseOne = 'Choose a tool of the organization.';
const toolId = z.uuid(chooseOne);

/** An HTTP tool by its id (`name` is what it was called when it was chosen), or one of an MCP server. */
export const toolRef = z.union(
  [z.object({ id: toolId, name: z.optional(text) }), z.object({ server: toolId, name: text })],
  chooseOne,
);
export type ToolRef = z.infer<typeof toolRef>;

/** What an agent may do besides the built-in tools, and the text messages that it may send. */
export const agentTools = z.object({
  use: draftList(toolRef),
  texts: draftList(z.object({ name: text, text })),
});
export type AgentTools = z.infer<typeof agentTools>;

/** One key for each tool, to find it again. */
export function toolRefKey(ref: ToolRef): string {
  return 'id' in ref ? ref.id : `${ref.server}/${ref.name}`;
}
