import { callingRoutes, type LookedAtItem } from '@parley/contract';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { focusPageHeading } from '../../lib/focus-page-heading.ts';
import type { Check, GoLiveState } from '../../lib/parsing/connections.ts';
import { useMay } from '../../lib/permissions.ts';
import { useRetry } from '../../lib/use-send.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { LoadStateCard } from '../../ui/load-state.tsx';
import { BackToSandbox } from './back-to-sandbox.tsx';
import { type ConnectionPath, GoLiveCheck } from './go-live-check.tsx';
import { GoLiveForm } from './go-live-form.tsx';
import { leftText } from './left-text.ts';
import { useGoLive } from './use-go-live.ts';

export interface GoLiveViewProps {
  connectionPath: ConnectionPath;
  /** The first words of the agents, to be heard or read; it reports whether they are shown. */
  openings: (onShown: (shown: boolean) => void) => ReactNode;
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
  const list = useRef<HTMLDivElement>(null);
  /** What a person has done here, and which button has gone with it. */
  const done = useRef<LookedAtItem | 'switched' | null>(null);
  const side = useRef(state.side);
  const [areOpeningsShown, setOpeningsShown] = useState(false);
  useEffect(() => {
    const isOtherSide = side.current !== state.side;
    side.current = state.side;
    if (done.current === null || (done.current === 'switched' && !isOtherSide)) return;
    const next = done.current === 'switched' ? null : nextButton(list.current, state, done.current);
    if (next === undefined) return;
    done.current = null;
    if (next === null) focusPageHeading();
    else next.focus();
  }, [state]);
  const onSwitched = () => {
    done.current = 'switched';
  };
  // Without a phone account there are no limits to look at.
  const hasPhone = !state.checks.some(({ id, state: found }) => id === 'phone' && found === 'to-do');
  const mayConfirm = ({ id }: Check) =>
    id === 'opening' ? areOpeningsShown : id === 'limits' ? hasPhone : true;
  const left = state.checks.filter(({ state: found, blocks }) => blocks && found !== 'ok').length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card aria-labelledby={titleId}>
        <CardHeader
          title="What Is Ready"
          titleId={titleId}
          subtitle={left === 0 ? 'Everything that real calls need.' : leftText(left)}
        />
        <CardBody ref={list}>
          <CheckList label="What real calls need">
            {state.checks.map((check) => (
              <GoLiveCheck
                key={check.id}
                check={check}
                connectionPath={connectionPath}
                mayConfirm={mayConfirm(check)}
                onLooked={(item) => {
                  done.current = item;
                }}
              >
                {check.id === 'opening' && check.state !== 'ok' && openings(setOpeningsShown)}
              </GoLiveCheck>
            ))}
          </CheckList>
        </CardBody>
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:sticky lg:top-6">
        {state.side === 'sandbox' ? (
          may(callingRoutes.goLive.permission) && (
            <GoLiveForm state={state} left={left} onSwitched={onSwitched} />
          )
        ) : (
          <>
            {testCall}
            {may(callingRoutes.backToSandbox.permission) && (
              <BackToSandbox revision={state.revision} onSwitched={onSwitched} />
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** The button of the next thing to look at; null: none is left. Undefined while the one that was pressed is still there. */
function nextButton(
  list: HTMLElement | null,
  { checks }: GoLiveState,
  pressed: LookedAtItem,
): HTMLElement | null | undefined {
  const place = checks.findIndex(({ id }) => id === pressed);
  if (checks[place]?.state !== 'ok') return undefined;
  const ids = [...checks.slice(place), ...checks.slice(0, place)].map(({ id }) => id);
  const buttons = [...(list?.querySelectorAll<HTMLElement>('button[data-item]') ?? [])];
  const sorted = ids.flatMap((id) => buttons.filter((button) => button.dataset.item === id));
  return sorted[0] ?? null;
}
