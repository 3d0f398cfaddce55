import { useId } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import type { OfferedTool } from './offered-tools.ts';

interface ToolChoiceProps {
  tool: OfferedTool;
  chosen: boolean;
  problem: string | null;
  disabled: boolean;
  onChange: (chosen: boolean) => void;
}

export function ToolChoice({ tool, chosen, problem, disabled, onChange }: ToolChoiceProps) {
  const id = useId();
  const { name, purpose, changes, server, why } = tool;
  const fault = problem ?? why;
  return (
    <li className="flex items-start gap-3 border-t px-4 py-3 first:border-t-0">
      <input
        id={id}
        type="checkbox"
        checked={chosen}
        disabled={disabled}
        aria-describedby={`${id}-about`}
        {...(problem !== null && { 'aria-invalid': true })}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <label htmlFor={id} className="wrap-anywhere font-medium font-mono text-sm">
            {name}
          </label>
          {server !== null && <span className="text-ink-3 text-sm">{`of ${server}`}</span>}
          {changes && <Badge tone="blue">Changes something</Badge>}
        </p>
        <div id={`${id}-about`}>
          {purpose !== '' && <p className="wrap-anywhere line-clamp-3 text-ink-2 text-sm">{purpose}</p>}
          {fault !== null && <p className="wrap-anywhere text-amber text-sm">{fault}</p>}
        </div>
      </div>
    </li>
  );
}
