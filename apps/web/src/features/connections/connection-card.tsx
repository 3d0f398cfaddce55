import { type ConnectionKind, connectionRoutes, type ShownConnection } from '@parley/contract';
import type { ReactNode } from 'react';
import type { ConnectionStatus, MayChange } from '../../lib/parsing/connections.ts';
import { useMay } from '../../lib/permissions.ts';
import { knownIn } from '../../lib/word-of.ts';
import type { Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Status } from '../../ui/status-dot.tsx';
import { FailureBox } from './failure-box.tsx';
import { type CardDialog, callCountPhrase, hasModel, headingIdOf, kindWords, shownLine } from './kinds.ts';
import { FoundModel } from './model/found-model.tsx';
import { PhoneFacts } from './phone/phone-facts.tsx';
import { TestButton } from './test-button.tsx';
import { UseDefaultButton } from './use-default-button.tsx';

interface ConnectionCardProps {
  kind: ConnectionKind;
  status: ConnectionStatus;
  mayChange: MayChange;
  onConnect: () => void;
  onOpen: (dialog: CardDialog) => void;
}

const words = {
  'not-set': { tone: 'grey', text: 'Not set' },
  environment: { tone: 'blue', text: 'Set in the environment' },
  connected: { tone: 'green', text: 'Connected' },
  failing: { tone: 'red', text: 'Failing' },
  disconnected: { tone: 'amber', text: 'Disconnected' },
} as const;

/** A state that this page does not know is shown as it is. */
function wordsOf(status: ConnectionStatus): { tone: Tone; text: string } {
  return status.state === 'unread'
    ? { tone: 'grey', text: status.said === '' ? 'Unknown' : status.said }
    : words[status.state];
}

export function ConnectionCard({ kind, status, mayChange, onConnect, onOpen }: ConnectionCardProps) {
  const may = useMay();
  const titleId = headingIdOf(kind);
  const { title, icon: Icon, use } = kindWords[kind];
  // Without a setting files are kept in the data folder.
  const isPlain = kind === 'storage' && status.state === 'environment' && mayChange === 'yes';
  const { tone, text } = isPlain ? words['not-set'] : wordsOf(status);
  return (
    <li aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3 rounded-box border bg-surface p-5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={titleId} tabIndex={-1} className="flex items-center gap-2 font-semibold text-md">
          <Icon aria-hidden="true" className="size-4 text-ink-2" />
          {title}
        </h2>
        <Status tone={tone} className="text-sm">
          {text}
        </Status>
        <p className="w-full text-ink-2 text-sm">{use}</p>
      </header>
      <Standing kind={kind} status={status} />
      {kind === 'model' && mayChange === 'yes' && isFree(status) && <FoundModel />}
      <footer className="mt-auto grid gap-2 pt-1">
        {mayChange !== 'yes' && <WhyNot reason={mayChange} />}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {status.state === 'environment' && !isPlain && may(connectionRoutes.testDefault.permission) && (
            <TestButton kind={kind} id={null} title={title} />
          )}
          <Actions kind={kind} status={status} mayChange={mayChange} onConnect={onConnect} onOpen={onOpen} />
        </div>
      </footer>
    </li>
  );
}

/** Nothing is connected, nor set by the environment. */
function isFree({ state }: ConnectionStatus): boolean {
  return state === 'not-set' || state === 'disconnected';
}

function Standing({ kind, status }: Pick<ConnectionCardProps, 'kind' | 'status'>) {
  switch (status.state) {
    case 'not-set':
      return <p className="text-ink-2">{kindWords[kind].without}</p>;
    case 'environment':
      return <Shown shown={status.shown} />;
    case 'connected':
    case 'failing':
      return (
        <>
          <Shown shown={status.shown} />
          {status.state === 'failing' && (
            <FailureBox
              failure={status.problem}
              title={
                <>
                  {'Failing since '}
                  <Instant at={status.since} />
                </>
              }
            />
          )}
          <p className="text-ink-3 text-sm">
            {'Connected on '}
            <Instant at={status.connectedAt} />
            {status.connectedBy !== null && ` by ${status.connectedBy.displayName}`}
          </p>
        </>
      );
    case 'disconnected':
      return (
        <>
          <Shown shown={status.shown} />
          <p className="text-ink-2">{disconnectedText(status.callsUp)}</p>
        </>
      );
    case 'unread':
      return <p className="text-ink-2">This page cannot read what is connected here. Reload it.</p>;
  }
}

function disconnectedText(callsUp: number): string {
  if (callsUp === 0) return 'Nothing takes its place by itself.';
  return `${callCountPhrase(callsUp)} still up with it; it is kept until ${callsUp === 1 ? 'that ends' : 'they end'}.`;
}

function Shown({ shown }: { shown: ShownConnection }): ReactNode {
  return (
    <div className="grid gap-1">
      <p className="wrap-anywhere font-medium">{shownLine(shown)}</p>
      {shown.kind === 'phone' && <PhoneFacts shown={shown} />}
    </div>
  );
}

const whyNot: Readonly<Record<string, string>> = {
  set_in_environment: 'Change it where the server is started.',
  one_organization_only: 'Set by whoever runs this server, because several organizations use it.',
};

function WhyNot({ reason }: { reason: MayChange }) {
  return <p className="text-ink-3 text-sm">{knownIn(whyNot, reason) ?? 'It cannot be changed here.'}</p>;
}

/** An organization may have its own beside what the environment sets for all. */
function isOwn(kind: ConnectionKind): boolean {
  return kind === 'phone' || kind === 'model' || kind === 'speech';
}

function Actions({ kind, status, mayChange, onConnect, onOpen }: ConnectionCardProps) {
  const may = useMay();
  const { title, connect } = kindWords[kind];
  const mayConnect = mayChange === 'yes' && may(connectionRoutes.connectPhone.permission);
  switch (status.state) {
    case 'not-set':
      return mayConnect && <Button onClick={onConnect}>{connect}</Button>;
    case 'environment':
      return (
        mayConnect && <Button onClick={onConnect}>{isOwn(kind) ? 'Use One of Your Own' : connect}</Button>
      );
    case 'disconnected':
      return (
        <>
          {mayConnect && <Button onClick={onConnect}>{connect}</Button>}
          {status.defaultAvailable && may(connectionRoutes.useDefault.permission) && (
            <UseDefaultButton kind={kind} id={status.id} revision={status.revision} />
          )}
        </>
      );
    case 'unread':
      return null;
    default:
      return (
        <>
          {may(connectionRoutes.testConnection.permission) && (
            <TestButton kind={kind} id={status.id} title={title} />
          )}
          {kind === 'phone' && may(connectionRoutes.pointNumbers.permission) && (
            <Button onClick={() => onOpen('numbers')}>Numbers</Button>
          )}
          {kind === 'phone' && may(connectionRoutes.changePhone.permission) && (
            <Button onClick={() => onOpen('limits')}>Limits</Button>
          )}
          {hasModel(kind) && mayConnect && may(connectionRoutes.changeModel.permission) && (
            <Button aria-label={`Change Model: ${title}`} onClick={() => onOpen('model-name')}>
              Change Model
            </Button>
          )}
          {mayConnect && (
            <Button
              aria-label={`Replace ${title}`}
              onClick={() => (status.secretSetAt === null ? onConnect() : onOpen('replace'))}
            >
              Replace
            </Button>
          )}
          {may(connectionRoutes.disconnect.permission) && (
            <Button look="quiet" aria-label={`Disconnect ${title}`} onClick={() => onOpen('disconnect')}>
              Disconnect
            </Button>
          )}
        </>
      );
  }
}
