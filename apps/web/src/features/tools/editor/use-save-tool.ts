import { type HttpToolConfig, type Tool, toolRoutes } from '@parley/contract';
import { useRef } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { parseTool, parseToolProblems } from '../../../lib/parsing/tools.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useMounted } from '../../../lib/use-mounted.ts';
import { useSend } from '../../../lib/use-send.ts';
import { useToolsChanged } from '../use-tools-changed.ts';

interface SaveInput {
  config: HttpToolConfig;
  /** Null for a new tool. */
  saved: { id: string; revision: number } | null;
}

interface SaveHandlers {
  /** Null where the response cannot be read; the tool is saved all the same. */
  onSaved: (tool: Tool | null) => void;
  onFailed: (sentence: string, problems: { path: string; sentence: string }[]) => void;
}

export function useSaveTool({ onSaved, onFailed }: SaveHandlers) {
  const api = useApi();
  const mounted = useMounted();
  const changed = useToolsChanged();
  // Repeated after an attempt without an answer, so that the tool is not added twice.
  const key = useRef<string | null>(null);
  return useSend({
    name: 'save-tool',
    act: ({ config, saved }: SaveInput) => {
      if (saved !== null)
        return api.send(toolRoutes.saveTool, {
          params: { id: saved.id },
          body: { revision: saved.revision, config },
        });
      key.current ??= randomId();
      return api.send(toolRoutes.createTool, {
        body: { config },
        headers: { 'Idempotency-Key': key.current },
      });
    },
    onDone: async (body) => {
      key.current = null;
      const tool = parseTool(body) ?? null;
      await changed(tool);
      toast.success('Tool saved');
      if (mounted.current) onSaved(tool);
    },
    onFailed: (error) => {
      if (!(error instanceof ApiError) || error.status !== 0) key.current = null;
      // What somebody else has saved or deleted is shown beside what was typed here.
      if (error instanceof ApiError && (error.code === 'tool_changed' || error.code === 'tool_not_found'))
        void changed(null);
      if (mounted.current) onFailed(sentenceOf(error), error instanceof ApiError ? problemsIn(error) : []);
      else toast.error('Failed to save the tool', { description: sentenceOf(error) });
    },
  });
}

/** A name that is taken and a host that is not allowed are said beside their fields. */
function problemsIn({ code, message, details }: ApiError): { path: string; sentence: string }[] {
  if (code === 'tool_name_taken') return [{ path: 'name', sentence: message }];
  if (code === 'host_not_allowed') return [{ path: 'address', sentence: message }];
  return code === 'tool_invalid' ? parseToolProblems(details) : [];
}
