import { tryRoutes } from '@parley/contract';
import { X } from 'lucide-react';
import { useId } from 'react';
import { useMay } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TryConversation } from './try-conversation.tsx';
import { TryDetails } from './try-details.tsx';
import { TryError } from './try-error.tsx';
import { TryInputForm } from './try-input-form.tsx';
import { TryStartForm } from './try-start-form.tsx';
import { useTry } from './use-try.ts';

interface TryPanelProps {
  agentId: string;
  /** Whether there is a handset to ring. */
  handset: boolean;
  /** Saves the draft first. */
  flush: () => Promise<boolean>;
  onClose: () => void;
}

/** Talks to the draft through the machine that runs calls. */
export function TryPanel({ agentId, handset, flush, onClose }: TryPanelProps) {
  const titleId = useId();
  const may = useMay();
  const { running, state, failure, start, say, end, reportTyping } = useTry({ agentId, flush });
  const isLive = running !== null && state.ended === null;
  return (
    <Card aria-labelledby={titleId} className="flex max-h-[calc(100dvh-6rem)] min-h-80 flex-col">
      <CardHeader
        className="border-b px-4! py-3!"
        title="Try It"
        titleId={titleId}
        actions={<IconButton icon={X} label="Close Try It" onClick={onClose} />}
      />
      {running !== null && (
        <>
          {running.callEngine !== running.engine && (
            <p className="border-b px-4 py-2 text-ink-3 text-xs">
              Tries are spoken by the relay. On calls this agent uses the realtime engine, so it sounds and
              answers differently there.
            </p>
          )}
          <TryConversation state={state} channel={running.channel} />
          <TryDetails state={state} />
        </>
      )}
      {failure !== null && <TryError failure={failure} busy={end.busy} onHangUp={end.send} />}
      <div className="border-t p-4">
        {isLive ? (
          <div className="grid gap-3">
            {running.channel === 'text' && may(tryRoutes.sendToTry.permission) && (
              <TryInputForm busy={say.busy} onSend={say.send} onType={reportTyping} />
            )}
            {may(tryRoutes.endTry.permission) && (
              <Button
                look="danger"
                className="justify-self-start"
                busy={end.busy}
                onClick={() => end.send(running.id)}
              >
                Hang Up
              </Button>
            )}
          </div>
        ) : (
          <TryStartForm again={running !== null} handset={handset} busy={start.busy} onStart={start.send} />
        )}
      </div>
    </Card>
  );
}
