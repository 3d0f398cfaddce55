import { dataRoutes, type Erasure, erasureProblems } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseErasures } from '../../lib/parsing/data.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useRetry } from '../../lib/use-send.ts';
import { Card } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { numberText } from '../../ui/number-text.ts';
import { Status } from '../../ui/status-dot.tsx';

/** How often the server is asked while an erasure goes on. */
const lookEveryMs = 3_000;

export function ErasuresCard() {
  const api = useApi();
  const query = useQuery({
    queryKey: queryKeys.erasures,
    queryFn: ({ signal }) => api.get(dataRoutes.listErasures, parseErasures, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(({ state }) => state !== 'done') ? lookEveryMs : false),
  });
  const retry = useRetry(query.refetch);
  return (
    <Card className="grid content-start gap-3 p-4 sm:p-5">
      <h2 className="font-semibold text-md">Erasures</h2>
      {query.data === undefined ? (
        <LoadState
          query={query}
          onRetry={retry.send}
          loading="Loading erasures..."
          failed="Failed to load the erasures"
          compact
        />
      ) : query.data.length === 0 ? (
        <p className="text-ink-2">Nobody was erased yet.</p>
      ) : (
        <ul aria-label="Erasures">
          {query.data.map((erasure) => (
            <ErasureRow key={erasure.id} erasure={erasure} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ErasureRow({ erasure }: { erasure: Erasure }) {
  const { state, problem, requestedBy, requestedAt, repeated } = erasure;
  return (
    <li className="grid gap-0.5 border-t py-2.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status tone={state === 'done' ? 'green' : problem === null ? 'blue' : 'amber'}>
          {stateWords[state]}
        </Status>
        <span className="text-ink-2 text-sm">{countsOf(erasure)}</span>
      </p>
      <p className="text-ink-3 text-sm">
        {repeated ? 'After a backup was restored' : 'Asked for'}
        {requestedBy !== null && (
          <>
            {' by '}
            <bdi>{requestedBy.displayName}</bdi>
          </>
        )}
        {', '}
        <Instant at={requestedAt} />
      </p>
      {problem !== null && <p className="text-sm">{erasureProblems[problem]}</p>}
    </li>
  );
}

const stateWords: Readonly<Record<Erasure['state'], string>> = {
  running: 'Erasing',
  waiting: 'Waiting for a call to end',
  carrier: 'Erasing at the carrier',
  done: 'Erased',
};

function countsOf({ state, deleted, blanked, atCarrier, leftAtCarrier }: Erasure): string {
  if (state === 'running' || state === 'waiting') return '';
  if (deleted + blanked + atCarrier === 0) return 'nothing was stored';
  const [gone, changed, there, of] = [deleted, blanked, atCarrier - leftAtCarrier, atCarrier].map((count) =>
    numberText(count),
  );
  const here = `${gone} deleted · ${changed} changed`;
  if (atCarrier === 0) return here;
  return `${here} · ${leftAtCarrier === 0 ? there : `${there} of ${of}`} at the carrier`;
}
