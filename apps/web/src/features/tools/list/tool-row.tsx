import type { ToolSummary } from '@parley/contract';
import { Link } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { usedByText } from './used-by-text.ts';

/** The whole row opens the tool; its name is the link that the keyboard reaches. */
export function ToolRow({ tool, path }: { tool: ToolSummary; path: string }) {
  const { name, purpose, method, host, changes, usedBy, problem } = tool;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 border-t px-5 py-3 first:border-t-0 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={path}
          className="wrap-anywhere rounded-box font-medium font-mono text-sm after:absolute after:inset-0"
        >
          {name}
        </Link>
        {changes && <Badge tone="blue">Changes something</Badge>}
        {problem !== null && <Badge tone="amber">Problem</Badge>}
      </div>
      <span className="text-ink-3 text-sm max-sm:order-last sm:text-right">{usedByText(usedBy)}</span>
      <p className="wrap-anywhere line-clamp-2 text-ink-2 text-sm">{purpose}</p>
      <span className="wrap-anywhere text-ink-3 text-sm sm:text-right">{`${method} ${host}`}</span>
      {problem !== null && <p className="wrap-anywhere text-amber text-sm">{problem}</p>}
    </li>
  );
}
