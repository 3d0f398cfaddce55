import { routes } from '@parley/contract';
import { PhoneCall, Printer } from 'lucide-react';
import type { CallDetail } from '../../../lib/parsing/call-detail.ts';
import { useMay } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { type Repeatable, repeatable } from '../repeatable.ts';
import { DeleteCallButton } from './delete-call-button.tsx';
import { EndCallButton } from './end-call-button.tsx';

export interface CallActionsProps {
  call: CallDetail;
  live: boolean;
  /** Opens the form, filled in. */
  onCallAgain: (request: Repeatable, call: CallDetail) => void;
  /** Shows the list. */
  leave: () => unknown;
}

/** A live call can be ended, and then deleted. */
export function CallActions({ call, live, onCallAgain, leave }: CallActionsProps) {
  const may = useMay();
  const request = repeatable(call);
  return (
    <div className="flex flex-wrap gap-2 empty:hidden max-sm:gap-1 max-sm:*:gap-1.5 max-sm:*:px-2 max-sm:order-last print:hidden max-sm:basis-full">
      {may(routes.placeCall.permission) && (
        <Button disabled={request === null} onClick={() => request !== null && onCallAgain(request, call)}>
          <PhoneCall aria-hidden="true" className="size-4" />
          Call Again
        </Button>
      )}
      {!live && (
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
      )}
      {!live && may(routes.deleteCall.permission) && <DeleteCallButton callId={call._id} leave={leave} />}
      {live && may(routes.endCall.permission) && <EndCallButton callId={call._id} />}
    </div>
  );
}
