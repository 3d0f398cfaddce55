import { AlertBox } from '../../../ui/alert-box.tsx';
import { Instant } from '../../../ui/instant.tsx';

interface DoNotCallNoteProps {
  /** Null: it may be called. */
  doNotCall: { createdAt: string; unconfirmed: boolean } | null;
}

export function DoNotCallNote({ doNotCall }: DoNotCallNoteProps) {
  if (doNotCall === null) return null;
  const { createdAt, unconfirmed } = doNotCall;
  return (
    <AlertBox tone={unconfirmed ? 'amber' : 'red'} title="Do not call">
      {unconfirmed
        ? 'Perhaps somebody here does not want to be called'
        : 'Somebody here does not want to be called'}
      {createdAt !== '' && (
        <>
          {', since '}
          <Instant at={createdAt} />
        </>
      )}
      . Calls to this number are refused.
    </AlertBox>
  );
}
