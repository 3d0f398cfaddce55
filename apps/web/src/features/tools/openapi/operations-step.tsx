import type { HttpToolConfig, OpenApiOperation } from '@parley/contract';
import { useEffect, useState } from 'react';
import { useTools } from '../../../lib/use-tool-lists.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import type { ReadDocument } from './source-step.tsx';
import { useAddTools } from './use-add-tools.ts';

interface OperationsStepProps {
  read: ReadDocument;
  onBack: () => void;
  onDone: () => void;
  onDirtyChange: (dirty: boolean) => void;
}

/** The operations of the document, to be picked. */
export function OperationsStep({ read, onBack, onDone, onDirtyChange }: OperationsStepProps) {
  const taken = (useTools().data ?? []).map(({ name }) => name);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const { busy, send, refused } = useAddTools({
    onAdded: (names) => setPicked((given) => given.filter((key) => !names.includes(key))),
    onDone,
  });
  const dirty = picked.length > 0 && !busy;
  useEffect(() => onDirtyChange(dirty), [onDirtyChange, dirty]);
  const tools = read.operations.flatMap(({ tool }) => (tool === null ? [] : [tool]));
  const chosen = tools.filter(({ name }) => picked.includes(name));
  const free = tools.filter(({ name }) => !taken.includes(name)).map(({ name }) => name);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-center justify-between gap-2">
        <p className="wrap-anywhere min-w-0 font-medium">{`${read.title}: ${operationsText(read.operations.length)}`}</p>
        {free.length > 1 && (
          <Button
            look="quiet"
            className="-mr-2 px-2"
            disabled={busy}
            onClick={() => setPicked(picked.length === free.length ? [] : free)}
          >
            {picked.length === free.length ? 'Pick None' : 'Pick All'}
          </Button>
        )}
      </div>
      <ul aria-label="Operations" className="max-h-96 overflow-y-auto rounded-box border">
        {read.operations.map((operation, index) => (
          <OperationItem
            // biome-ignore lint/suspicious/noArrayIndexKey: a document may name an operation twice
            key={index}
            operation={operation}
            problem={
              refused.get(operation.tool?.name ?? '') ??
              operation.problem ??
              (operation.tool !== null && taken.includes(operation.tool.name)
                ? 'There is a tool of this name.'
                : null)
            }
            disabled={busy || operation.tool === null || taken.includes(operation.tool.name)}
            picked={operation.tool !== null && picked.includes(operation.tool.name)}
            onPick={(tool, next) =>
              setPicked((given) =>
                next ? [...given, tool.name] : given.filter((name) => name !== tool.name),
              )
            }
          />
        ))}
      </ul>
      {refused.size > 0 && !busy && (
        <AlertBox>{`${refused.size === 1 ? 'One tool was' : `${refused.size} tools were`} not added.`}</AlertBox>
      )}
      <DialogActions>
        <Button disabled={busy} onClick={onBack}>
          Back
        </Button>
        <Button look="primary" busy={busy} disabled={chosen.length === 0} onClick={() => send(chosen)}>
          {busy ? 'Adding...' : addText(chosen.length)}
        </Button>
      </DialogActions>
    </div>
  );
}

interface OperationItemProps {
  operation: OpenApiOperation;
  problem: string | null;
  disabled: boolean;
  picked: boolean;
  onPick: (tool: HttpToolConfig, picked: boolean) => void;
}

function OperationItem({ operation, problem, disabled, picked, onPick }: OperationItemProps) {
  const { tool, method, path, summary, operationId } = operation;
  return (
    <li className="border-t px-3 py-2 first:border-t-0">
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          checked={picked}
          disabled={disabled}
          onChange={(event) => tool !== null && onPick(tool, event.target.checked)}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="wrap-anywhere font-medium font-mono text-sm">{tool?.name ?? operationId}</span>
            {tool?.changes === true && <Badge tone="blue">Changes something</Badge>}
          </span>
          <span className="wrap-anywhere block text-ink-3 text-sm">{`${method} ${path}`}</span>
          {summary !== '' && <span className="wrap-anywhere block text-ink-2 text-sm">{summary}</span>}
          {problem !== null && <span className="wrap-anywhere block text-amber text-sm">{problem}</span>}
        </span>
      </label>
    </li>
  );
}

function operationsText(count: number): string {
  return count === 1 ? '1 operation' : `${count} operations`;
}

function addText(count: number): string {
  if (count === 0) return 'Add Tools';
  return count === 1 ? 'Add 1 Tool' : `Add ${count} Tools`;
}
