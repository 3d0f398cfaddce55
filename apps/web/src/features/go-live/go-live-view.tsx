import { type ConnectionKind, callingRoutes, type GoLiveState } from '@parley/contract';
import { type ReactNode, useId } from 'react';
import { useMay } from '../../lib/permissions.ts';
import { useRetry } from '../../lib/use-send.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { LoadStateCard } from '../../ui/load-state.tsx';
import { BackToSandbox } from './back-to-sandbox.tsx';
import { GoLiveCheck } from './go-live-check.tsx';
import { GoLiveForm } from './go-live-form.tsx';
import { leftText } from './left-text.ts';
import { useGoLive } from './use-go-live.ts';

export interface GoLiveViewProps {
  /** Null: the page; a kind: with the dialog that connects it. */
  connectionPath: (kind: ConnectionKind | null) => string;
  /** The first words of the agents, for the check that somebody has heard them. */
  openings: (organizationName: string) => ReactNode;
  /** Calls one's own phone. */
  testCall: ReactNode;
}

export function GoLiveView(props: GoLiveViewProps) {
  const query = useGoLive();
  const retry = useRetry(query.refetch);
  if (query.data !== undefined) return <Loaded state={query.data} {...props} />;
  return (
    <LoadStateCard
      query={query}
      onRetry={retry.send}
      loading="Checking what is ready..."
      failed="Failed to load the checks"
    />
  );
}

function Loaded({ state, connectionPath, openings, testCall }: GoLiveViewProps & { state: GoLiveState }) {
  const titleId = useId();
  const may = useMay();
  const left = state.checks.filter(({ state: found, blocks }) => blocks && found !== 'ok').length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card aria-labelledby={titleId}>
        <CardHeader
          title="What Is Ready"
          titleId={titleId}
          subtitle={left === 0 ? 'Everything that real calls need.' : leftText(left)}
        />
        <CardBody>
          <CheckList label="What real calls need">
            {state.checks.map((check) => (
              <GoLiveCheck key={check.id} check={check} connectionPath={connectionPath}>
                {check.id === 'opening' && check.state !== 'ok' && openings(state.organizationName)}
              </GoLiveCheck>
            ))}
          </CheckList>
        </CardBody>
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:sticky lg:top-6">
        {state.side === 'sandbox' ? (
          may(callingRoutes.goLive.permission) && <GoLiveForm state={state} left={left} />
        ) : (
          <>
            {testCall}
            {may(callingRoutes.backToSandbox.permission) && <BackToSandbox revision={state.revision} />}
          </>
        )}
      </div>
    </div>
  );
}
