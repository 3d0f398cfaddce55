import type { SignInSessionEntry } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { sentenceOf } from '../../../lib/api-error.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useInFlight, useRetry, useSend } from '../../../lib/use-send.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { account } from './account-client.ts';
import { deviceName } from './device-name.ts';

const lockOf = (id: string) => `end-session:${id}`;

export function SessionsCard() {
  const query = useQuery({ queryKey: queryKeys.ownSessions, queryFn: () => account.sessions() });
  const retry = useRetry(query.refetch);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.ownSessions });
  const failed = (error: unknown) => {
    toast.error('Failed to sign out', { description: sentenceOf(error) });
    void refresh();
  };
  const one = useSend({
    name: 'end-session',
    lock: ({ id }: SignInSessionEntry) => lockOf(id),
    act: ({ id }) => account.endSession({ id }),
    onDone: refresh,
    onFailed: failed,
  });
  const others = useSend({
    name: 'end-other-sessions',
    act: () => account.endOthers(),
    onDone: async (ended) => {
      await refresh();
      toast.success(
        ended === 1 ? 'One other session was signed out' : `${ended} other sessions were signed out`,
      );
    },
    onFailed: failed,
  });
  const inFlight = useInFlight();
  const { data } = query;
  return (
    <Card aria-labelledby="sessions-title">
      <CardHeader
        title="Where You Are Signed In"
        titleId="sessions-title"
        subtitle="Sign out what you do not recognise, and ask your administrator for a new password"
        actions={
          data !== undefined &&
          data.length > 1 && (
            <Button busy={others.busy} onClick={() => others.send()}>
              {others.busy ? 'Signing out...' : 'Sign Out All Others'}
            </Button>
          )
        }
      />
      {data === undefined ? (
        <CardBody>
          <LoadState
            query={query}
            onRetry={() => retry.send()}
            loading="Loading sessions..."
            failed="Your sessions could not be loaded"
            compact
          />
        </CardBody>
      ) : (
        <ul className="divide-y border-t">
          {data.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
              <SessionTexts session={session} />
              {!session.current && (
                <Button
                  busy={inFlight.has(lockOf(session.id))}
                  aria-label={`Sign out ${deviceName(session.userAgent)}`}
                  onClick={() => one.send(session)}
                >
                  Sign Out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function SessionTexts({ session }: { session: SignInSessionEntry }) {
  const { userAgent, current, address, signedInAt, lastActiveAt } = session;
  return (
    <div className="min-w-0 flex-1 basis-56">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <span title={userAgent ?? undefined}>{deviceName(userAgent)}</span>
        {current && <Badge tone="green">This device</Badge>}
      </p>
      <p className="wrap-anywhere text-ink-2 text-sm">
        {address ?? 'Unknown address'} · signed in <Instant at={signedInAt} />
        {!current && (
          <>
            {' '}
            · last used <Instant at={lastActiveAt} />
          </>
        )}
      </p>
    </div>
  );
}
