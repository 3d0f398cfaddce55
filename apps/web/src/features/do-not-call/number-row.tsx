import { type DoNotCallEntry, doNotCallRoutes, doNotCallSources } from '@parley/contract';
import { Check, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { useMay } from '../../lib/permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Instant } from '../../ui/instant.tsx';
import { PhoneNumber } from '../../ui/phone-number.tsx';
import { useConfirmNumber } from './use-confirm-number.ts';

export interface NumberPaths {
  /** Everything about a number. */
  contact: (number: string) => string;
  call: (callId: string) => string;
}

interface NumberRowProps {
  entry: DoNotCallEntry;
  paths: NumberPaths;
  onRemove: (entry: DoNotCallEntry) => void;
}

export function NumberRow({ entry, paths, onRemove }: NumberRowProps) {
  const { number, source, callId, unconfirmed, addedBy, createdAt } = entry;
  const may = useMay();
  const confirm = useConfirmNumber();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-4 py-2.5 sm:px-5">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {number === null ? (
            <span className="text-ink-2 italic">Erased number</span>
          ) : (
            <Link
              to={paths.contact(number)}
              className="rounded-box font-medium underline decoration-line underline-offset-4 hover:decoration-current"
            >
              <PhoneNumber>{number}</PhoneNumber>
            </Link>
          )}
          {unconfirmed && <Badge tone="amber">To confirm</Badge>}
        </p>
        <p className="text-ink-2 text-sm">
          {callId === null ? (
            doNotCallSources[source]
          ) : (
            <Link
              to={paths.call(callId)}
              className="rounded-box underline decoration-line underline-offset-4 hover:decoration-current"
            >
              {doNotCallSources[source]}
            </Link>
          )}
          {addedBy !== null && (
            <>
              {' by '}
              <bdi>{addedBy.displayName}</bdi>
            </>
          )}
          {', '}
          <Instant at={createdAt} />
        </p>
      </div>
      <div className={cx('flex items-center gap-1', unconfirmed && 'max-sm:w-full max-sm:justify-between')}>
        {unconfirmed && may(doNotCallRoutes.confirmDoNotCall.permission) && (
          <Button busy={confirm.busy} onClick={() => confirm.send(entry)}>
            {!confirm.busy && <Check aria-hidden="true" className="size-4" />}
            {confirm.busy ? 'Confirming...' : 'Confirm'}
          </Button>
        )}
        {may(doNotCallRoutes.removeDoNotCall.permission) && (
          <IconButton
            icon={Trash2}
            label={number === null ? 'Remove erased number' : `Remove ${number}`}
            onClick={() => onRemove(entry)}
          />
        )}
      </div>
    </li>
  );
}
