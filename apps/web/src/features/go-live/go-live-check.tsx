import {
  type ConnectionKind,
  callingRoutes,
  connectionKinds,
  type LookedAtItem,
  lookedAtItems,
} from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import type { Check } from '../../lib/parsing/connections.ts';
import { useMay } from '../../lib/permissions.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { CheckItem } from '../../ui/check-list.tsx';

/** Null: the page; otherwise with the dialog of the kind, of the numbers or of the limits. */
export type ConnectionPath = (card: ConnectionKind | 'numbers' | 'limits' | null) => string;

interface GoLiveCheckProps {
  check: Check;
  connectionPath: ConnectionPath;
  /** False while what is to be looked at is not shown. */
  mayConfirm: boolean;
  onLooked: (item: LookedAtItem) => void;
  /** What is to be looked at. */
  children?: ReactNode;
}

/** What only a person can judge has a button that says that it was looked at. */
const lookedWords: Readonly<Record<LookedAtItem, string>> = {
  opening: 'It Is Right',
  limits: 'They Are Right',
  dnc: 'I Have Looked at It',
  access: 'They Are Right',
};

export function GoLiveCheck({ check, connectionPath, mayConfirm, onLooked, children }: GoLiveCheckProps) {
  const may = useMay();
  const { id, name, state, message, remedy, blocks } = check;
  const item = lookedAtItems.find((known) => known === id);
  const way = wayOf(check, mayConfirm);
  return (
    <CheckItem state={state} name={name} canWait={!blocks} message={message} remedy={remedy}>
      {children}
      {state !== 'ok' && (
        <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
          {item !== undefined && mayConfirm && may(callingRoutes.lookAt.permission) && (
            <LookedButton item={item} name={name} onLooked={onLooked} />
          )}
          {way !== null && (
            <Button asChild>
              <Link to={connectionPath(way.card)} aria-label={`${way.words}: ${name}`}>
                {way.words}
              </Link>
            </Button>
          )}
        </div>
      )}
    </CheckItem>
  );
}

/** Where it is solved: words and dialog; null: not among the connections. */
function wayOf(
  { id, state }: Check,
  hasLimits: boolean,
): { words: string; card: Parameters<ConnectionPath>[0] } | null {
  if (id === 'numbers') return { words: 'Open the Numbers', card: id };
  if (id === 'limits' && hasLimits) return { words: 'Open the Limits', card: id };
  const kind = connectionKinds.find((known) => known === id) ?? null;
  if (kind !== null && state === 'to-do') return { words: 'Connect', card: kind };
  // What is connected already is repaired on its card, not in the dialog that connects another one.
  return kind === null && id !== 'limits' ? null : { words: 'Open the Connections', card: null };
}

interface LookedButtonProps extends Pick<GoLiveCheckProps, 'onLooked'> {
  item: LookedAtItem;
  name: string;
}

function LookedButton({ item, name, onLooked }: LookedButtonProps) {
  const api = useApi();
  const client = useQueryClient();
  const { busy, send } = useSend({
    name: 'look-at',
    act: () => api.send(callingRoutes.lookAt, { body: { item } }),
    // Not what the answer says: of two that are pressed quickly the first may be answered last, without the second.
    onDone: async () => {
      onLooked(item);
      await client.invalidateQueries({ queryKey: queryKeys.goLive });
    },
    onFailed: (error) => toast.error('It was not stored', { description: sentenceOf(error) }),
  });
  return (
    <Button data-item={item} aria-label={`${lookedWords[item]}: ${name}`} busy={busy} onClick={() => send()}>
      {lookedWords[item]}
    </Button>
  );
}
