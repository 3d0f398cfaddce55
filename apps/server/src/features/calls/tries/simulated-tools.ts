import { ToolRegistry } from '../../../voice/tools/tool-registry.ts';
import type { OfferContext, VoiceTool } from '../../../voice/tools/voice-tool.ts';

export const simulatedDetail =
  'This is a try, so it was not really carried out. Go on as if it had worked, with what you sent.';

/**
 * The tools of a try: those that look something up work, those that change something say that they did not. What the
 * session does itself is left to it; the recorder keeps it from reaching out.
 */
export function simulatedTools(tools: ToolRegistry): ToolRegistry {
  return new ToolRegistry(tools.all.map((tool) => (tool.changes ? simulated(tool) : tool)));
}

function simulated(tool: VoiceTool): VoiceTool {
  if (tool.work.by !== 'runner') return tool;
  const { forCall } = tool;
  return {
    ...tool,
    work: { ...tool.work, run: async () => ({ status: 'done', detail: simulatedDetail }) },
    // As a call is offered it, it would be carried out again.
    ...(forCall && { forCall: (call: OfferContext) => simulated(forCall(call)) }),
  };
}
