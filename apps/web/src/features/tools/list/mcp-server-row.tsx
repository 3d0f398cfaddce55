import type { McpServer } from '@parley/contract';
import { Link } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { usedByText } from './used-by-text.ts';

export function McpServerRow({ server, path }: { server: McpServer; path: string }) {
  const { name, address, tools, usedBy, problem } = server;
  const allowed = tools.filter((tool) => tool.allowed).length;
  const changed = tools.filter(({ allowed, state }) => allowed && state === 'changed').length;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 border-t px-5 py-3 first:border-t-0 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link to={path} className="wrap-anywhere rounded-box font-medium after:absolute after:inset-0">
          {name}
        </Link>
        {changed > 0 && (
          <Badge tone="amber">{changed === 1 ? '1 tool has changed' : `${changed} tools have changed`}</Badge>
        )}
        {problem !== null && <Badge tone="red">Not reached</Badge>}
      </div>
      <span className="text-ink-3 text-sm max-sm:order-last sm:text-right">{usedByText(usedBy)}</span>
      <p className="wrap-anywhere text-ink-2 text-sm">{address}</p>
      <span className="text-ink-3 text-sm sm:text-right">{`${allowed} of ${tools.length} tools allowed`}</span>
      {problem !== null && <p className="wrap-anywhere text-red text-sm">{problem}</p>}
    </li>
  );
}
