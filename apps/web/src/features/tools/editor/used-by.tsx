import { Link } from 'react-router';

interface UsedByProps {
  agents: readonly { id: string; displayName: string }[];
  /** Null for those who may not see agents. */
  pathOf: ((agentId: string) => string) | null;
}

export function UsedBy({ agents, pathOf }: UsedByProps) {
  if (agents.length === 0) return 'No agent uses it yet. Choose it in the section Tools of an agent.';
  return (
    <>
      {'Used by '}
      {agents.map(({ id, displayName }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {pathOf === null ? (
            displayName
          ) : (
            <Link to={`${pathOf(id)}?section=tools`} className="rounded-box underline underline-offset-4">
              {displayName}
            </Link>
          )}
        </span>
      ))}
    </>
  );
}
