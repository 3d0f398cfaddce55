import type { McpTool } from '@parley/contract';
import { useId } from 'react';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { ConductFields } from '../conduct-fields.tsx';
import { jsonText } from '../editor/tool-draft.ts';
import { definitionChanges } from './definition-changes.ts';
import type { ToolOptions } from './server-draft.ts';
import { TryMcpTool } from './try-mcp-tool.tsx';

interface McpToolItemProps {
  serverId: string;
  tool: McpTool;
  options: ToolOptions;
  error: (field: string) => string | null;
  readOnly: boolean;
  change: (changes: Partial<ToolOptions>) => void;
}

/** A tool of an MCP server: whether it may be used, and how it behaves on a call. */
export function McpToolItem({ serverId, tool, options, error, readOnly, change }: McpToolItemProps) {
  const titleId = useId();
  const { offered } = tool;
  const isAccepted = offered !== null && options.hash === offered.hash;
  const isChanged = tool.state === 'changed' && offered !== null;
  const shown = isAccepted && offered !== null ? offered : tool;
  return (
    <li
      aria-labelledby={titleId}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t px-5 py-4 first:border-t-0"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 id={titleId} className="wrap-anywhere font-medium font-mono text-sm">
          {tool.name}
        </h3>
        <StateBadge state={isAccepted ? 'accepted' : tool.state} />
      </div>
      <p className="wrap-anywhere whitespace-pre-line text-ink-2 text-sm">{shown.description}</p>
      {isChanged && !isAccepted && offered !== null && (
        <AlertBox
          tone="amber"
          title="The server describes it otherwise now"
          action={
            !readOnly && (
              <Button onClick={() => change({ hash: offered.hash, allowed: true })}>
                Allow as It Is Now
              </Button>
            )
          }
        >
          <p>It is refused until somebody has looked at it.</p>
          <ul className="list-disc pl-5">
            {definitionChanges(tool, offered).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <details className="mt-1">
            <summary className="cursor-pointer rounded-box font-medium">Before and now</summary>
            <div className="mt-2 grid gap-3 lg:grid-cols-2">
              <DefinitionText title="Before" definition={tool} />
              <DefinitionText title="Now" definition={offered} />
            </div>
          </details>
        </AlertBox>
      )}
      <SwitchField
        label={`Allow ${tool.name}`}
        {...(tool.state === 'gone' && { hint: 'The server lists it no more; agents cannot use it.' })}
        checked={options.allowed}
        disabled={readOnly}
        onCheckedChange={(allowed) => change({ allowed })}
      />
      {options.allowed && (
        <details className="rounded-box border bg-surface">
          <summary className="cursor-pointer rounded-box px-3 py-2 font-medium text-sm">
            How it behaves on a call
          </summary>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t px-3 py-3">
            <ConductFields values={options} error={error} readOnly={readOnly} change={change} />
            <TextArea
              label="Sample answer"
              rows={3}
              value={options.sampleAnswer}
              readOnly={readOnly}
              code
              error={error('sampleAnswer')}
              onChange={(event) => change({ sampleAnswer: event.target.value })}
            />
          </div>
        </details>
      )}
      {!readOnly && tool.state !== 'gone' && <TryMcpTool serverId={serverId} tool={tool} />}
      <details>
        <summary className="cursor-pointer rounded-box text-ink-3 text-sm">JSON schema of its inputs</summary>
        <CodeBlock label={`JSON schema of ${tool.name}`}>{jsonText(shown.inputSchema)}</CodeBlock>
      </details>
    </li>
  );
}

const stateWords = {
  same: null,
  accepted: { tone: 'green', label: 'Looked at' },
  changed: { tone: 'amber', label: 'Changed' },
  gone: { tone: 'grey', label: 'Gone' },
  new: { tone: 'blue', label: 'New' },
} as const;

function StateBadge({ state }: { state: keyof typeof stateWords }) {
  const words = stateWords[state];
  return words === null ? null : <Badge tone={words.tone}>{words.label}</Badge>;
}

type Definition = Pick<McpTool, 'description' | 'inputSchema'>;

function DefinitionText({ title, definition }: { title: string; definition: Definition }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
      <p className="font-medium">{title}</p>
      <p className="wrap-anywhere whitespace-pre-line text-ink-2 text-sm">{definition.description}</p>
      <CodeBlock label={`${title}: JSON schema`}>{jsonText(definition.inputSchema)}</CodeBlock>
    </div>
  );
}
