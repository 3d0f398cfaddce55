import {
  type CreateMcpServerBody,
  type McpServer,
  type SaveMcpServerBody,
  toolRoutes,
} from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { parseMcpServer } from '../../../lib/parsing/tools.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useMounted } from '../../../lib/use-mounted.ts';
import { useSend } from '../../../lib/use-send.ts';
import { refusalText } from '../refusal-text.ts';
import { useToolsChanged } from '../use-tools-changed.ts';

/** Puts the server of a response into the list, or fetches the list again where it cannot be read. */
function useServerTaken(): (body: unknown) => Promise<McpServer | null> {
  const client = useQueryClient();
  const changed = useToolsChanged();
  return async (body) => {
    const server = parseMcpServer(body) ?? null;
    if (server !== null)
      client.setQueryData<McpServer[]>(queryKeys.mcpServers, (list) =>
        list?.some(({ id }) => id === server.id)
          ? list.map((each) => (each.id === server.id ? server : each))
          : [...(list ?? []), server],
      );
    await changed(null);
    return server;
  };
}

interface Handlers {
  onDone: (server: McpServer | null) => void;
  onFailed: (sentence: string, code: string | null) => void;
}

export function useCreateServer({ onDone, onFailed }: Handlers) {
  const api = useApi();
  const taken = useServerTaken();
  // Repeated after an attempt without an answer, so that the server is not added twice.
  const key = useRef<string | null>(null);
  return useSend({
    name: 'create-mcp-server',
    once: true,
    act: (body: CreateMcpServerBody) => {
      key.current ??= randomId();
      return api.send(toolRoutes.createMcpServer, { body, headers: { 'Idempotency-Key': key.current } });
    },
    onDone: async (body) => onDone(await taken(body)),
    onFailed: (error) => {
      if (!(error instanceof ApiError) || error.status !== 0) key.current = null;
      onFailed(refusalText(error), error instanceof ApiError ? error.code : null);
    },
  });
}

export function useSaveServer({ onDone, onFailed }: Handlers) {
  const api = useApi();
  const taken = useServerTaken();
  const changed = useToolsChanged();
  const mounted = useMounted();
  return useSend({
    name: 'save-mcp-server',
    act: ({ id, body }: { id: string; body: SaveMcpServerBody }) =>
      api.send(toolRoutes.saveMcpServer, { params: { id }, body }),
    onDone: async (body) => {
      const server = await taken(body);
      toast.success('MCP server saved');
      if (mounted.current) onDone(server);
    },
    onFailed: (error) => {
      // What somebody else has saved or deleted is shown beside what was typed here.
      if (
        error instanceof ApiError &&
        (error.code === 'tool_changed' || error.code === 'mcp_server_not_found')
      )
        void changed(null);
      if (mounted.current) onFailed(refusalText(error), error instanceof ApiError ? error.code : null);
      else toast.error('Failed to save the MCP server', { description: refusalText(error) });
    },
  });
}

/** Lists the tools of the server anew. */
export function useLookAgain(id: string, { onDone, onFailed }: Handlers) {
  const api = useApi();
  const taken = useServerTaken();
  return useSend({
    name: 'look-at-mcp-server',
    act: () => api.send(toolRoutes.lookAtMcpServer, { params: { id } }),
    onDone: async (body) => onDone(await taken(body)),
    onFailed: (error) => onFailed(refusalText(error), error instanceof ApiError ? error.code : null),
  });
}

export function useDeleteServer({ id, revision }: McpServer, { onDone, onFailed }: Handlers) {
  const api = useApi();
  const changed = useToolsChanged();
  return useSend({
    name: 'delete-mcp-server',
    once: true,
    act: () => api.send(toolRoutes.deleteMcpServer, { params: { id }, query: { revision } }),
    onDone: async () => {
      onDone(null);
      toast.success('MCP server deleted');
      await changed(null);
    },
    onFailed: (error) => onFailed(refusalText(error), error instanceof ApiError ? error.code : null),
  });
}
