import {
  type HttpToolConfig,
  type McpTool,
  modelToolName,
  type ToolConduct,
  type ToolHeader,
  toolTitle,
} from '@parley/contract';
import { variablesOf } from '../../lib/tool-requests/answer-variables.ts';
import type { CallTool, CallTools, ToolRef } from '../../ports/call-tools.ts';
import type { McpServerPlace, McpServerStore, ToolStore } from '../../ports/tool-store.ts';
import type { ToolTransport } from '../../ports/tool-transport.ts';

/** A tool of an MCP server, as it was looked at. */
export interface McpToolToRun {
  readonly serverId: string;
  readonly address: string;
  readonly headers: readonly ToolHeader[];
  readonly name: string;
  /** Of its description when somebody allowed it. */
  readonly hash: string;
  readonly changes: boolean;
}

export interface CallToolsDeps {
  readonly tools: Pick<ToolStore, 'configs'>;
  readonly servers: Pick<McpServerStore, 'many'>;
  readonly http: ToolTransport<HttpToolConfig>;
  readonly mcp: ToolTransport<McpToolToRun>;
}

/** Tools as calls use them: each with its definition of now, so that an edit counts for calls that begin afterwards. */
export function createCallTools({ tools, servers, http, mcp }: CallToolsDeps): CallTools {
  return {
    find: async (tenantId, refs) => {
      const [configs, places] = await Promise.all([
        tools.configs(tenantId, idsOf(refs, 'toolId')),
        servers.many(tenantId, idsOf(refs, 'mcpServerId')),
      ]);
      return refs.flatMap((ref): CallTool[] => {
        if ('toolId' in ref) {
          const config = configs.get(ref.toolId);
          return config ? [httpTool(tenantId, ref, config)] : [];
        }
        const server = places.get(ref.mcpServerId);
        const tool = server && allowedTool(server, ref.name);
        return tool ? [mcpTool(tenantId, ref, server, tool)] : [];
      });
    },
  };

  function httpTool(tenantId: string, ref: ToolRef, config: HttpToolConfig): CallTool {
    const { name, purpose, inputs, variables } = config;
    return {
      ...{ ref, name, purpose, inputs, ...conductOf(config, name) },
      send: (request) => http.run({ ...request, tenantId, tool: config }),
      variablesOf: (answer) => variablesOf(answer, variables),
    };
  }

  function mcpTool(tenantId: string, ref: ToolRef, server: McpServerPlace, tool: McpTool): CallTool {
    const { hash, changes, description, inputSchema } = tool;
    const serverId = 'mcpServerId' in ref ? ref.mcpServerId : '';
    const toRun = { serverId, address: server.address, headers: server.config.headers, name: tool.name };
    return {
      ...{ ref, name: modelToolName(tool.name), purpose: description, inputs: inputSchema },
      ...conductOf(tool, tool.name),
      send: (request) => mcp.run({ ...request, tenantId, tool: { ...toRun, hash, changes } }),
      variablesOf: () => ({}),
    };
  }
}

/** One that has changed since somebody looked at it, or that the server lists no more, is not offered. */
function allowedTool({ config }: McpServerPlace, name: string): McpTool | undefined {
  return config.tools.find(
    (tool) =>
      tool.allowed && tool.state === 'same' && (tool.name === name || modelToolName(tool.name) === name),
  );
}

function conductOf(conduct: ToolConduct, name: string) {
  const { changes, honoursKey, limitSeconds, sayMeanwhile, sayOnFailure, sampleAnswer, runInSandbox } =
    conduct;
  return {
    ...{ title: toolTitle({ title: conduct.title, name }), changes, honoursKey, sampleAnswer, runInSandbox },
    ...(conduct.pausesRecording && { pausesRecording: true }),
    ...{
      limitMs: limitSeconds * 1_000,
      sayMeanwhile: sayMeanwhile.trim(),
      sayOnFailure: sayOnFailure.trim(),
    },
  };
}

function idsOf(refs: readonly ToolRef[], key: 'toolId' | 'mcpServerId'): string[] {
  return [
    ...new Set(refs.flatMap((ref) => (key in ref ? [(ref as Record<string, string>)[key] ?? ''] : []))),
  ];
}
