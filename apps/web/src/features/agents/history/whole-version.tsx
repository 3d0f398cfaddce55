import { useRetry } from '../../../lib/use-send.ts';
import { LoadState } from '../../../ui/load-state.tsx';
import { configWords } from '../config/config-words.ts';
import { useVersion } from './use-versions.ts';

/** What a version was, in full. */
export function WholeVersion({ agentId, version }: { agentId: string; version: number }) {
  const query = useVersion(agentId, version);
  const retry = useRetry(query.refetch);
  if (query.data === undefined) {
    return <LoadState compact query={query} onRetry={retry.send} loading="Loading the version..." />;
  }
  return (
    <dl>
      {configWords(query.data.config).map(({ path, label, text }) => (
        <div
          key={path}
          className="grid gap-x-4 gap-y-0.5 border-t px-4 py-2.5 first:border-t-0 sm:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <dt className="text-ink-3 text-sm">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
