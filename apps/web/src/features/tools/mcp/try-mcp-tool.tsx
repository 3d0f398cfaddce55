import type { McpTool } from '@parley/contract';
import { useState } from 'react';
import { asObject } from '../../../lib/parsing/json.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { exampleInput } from '../editor/example-input.ts';
import { jsonText } from '../editor/tool-draft.ts';
import { TryResult } from '../try-result.tsx';
import { useTry } from '../use-try.ts';

/** Carries a tool of an MCP server out once, as the server describes it now, allowed or not. */
export function TryMcpTool({ serverId, tool }: { serverId: string; tool: McpTool }) {
  const { inputSchema } = tool.offered ?? tool;
  const [text, setText] = useState(() => jsonText(exampleInput(inputSchema)));
  const { busy, result, failure, start } = useTry({ changes: tool.changes && tool.runInSandbox });
  const input = objectIn(text);
  return (
    <details className="rounded-box border bg-surface">
      <summary className="cursor-pointer rounded-box px-3 py-2 font-medium text-sm">Try it</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t px-3 py-3">
        <TextArea
          label={`Sample inputs of ${tool.name}`}
          rows={4}
          code
          value={text}
          hint="JSON. They are not saved."
          error={input === null ? 'This is no JSON object.' : null}
          onChange={(event) => setText(event.target.value)}
        />
        {tool.changes && !tool.runInSandbox && (
          <p className="text-ink-2 text-sm">
            It changes something, so nothing is sent: the sample answer is used. Switch on “Run in the sandbox
            and in tries” for a test system, and save.
          </p>
        )}
        <Button
          className="justify-self-start"
          busy={busy}
          disabled={input === null}
          onClick={() => input !== null && start({ kind: 'mcp', server: serverId, name: tool.name, input })}
        >
          {busy ? 'Trying...' : 'Try It'}
        </Button>
        {failure !== null && <AlertBox title="It could not be tried">{failure}</AlertBox>}
        {result !== null && <TryResult result={result} />}
      </div>
    </details>
  );
}

function objectIn(text: string) {
  try {
    return asObject(JSON.parse(text.trim() || '{}'));
  } catch {
    return null;
  }
}
