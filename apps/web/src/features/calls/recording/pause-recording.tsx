import { recordingRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import type { Call } from '../../../lib/parsing/calls.ts';
import type { Recording } from '../../../lib/parsing/recording.ts';
import { useMay } from '../../../lib/permissions.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';

const sentences = {
  person: 'The recording is paused. Nothing of the call is recorded until it is resumed.',
  tool: 'The recording is paused by a tool, and goes on by itself.',
};
const pausing = 'Pausing… Until the carrier confirms it, what is said may be recorded.';
const unanswered = {
  wanted:
    'The carrier has not confirmed the pause: what is said may be recorded. It is asked again within a minute.',
  over: 'The carrier did not confirm the pause. The call is being recorded.',
};

/** Of a call that is being recorded now: stops it for a while, where the carrier can. */
export function PauseRecording({ call, recording }: { call: Call; recording: Recording }) {
  const callId = call._id;
  const api = useApi();
  const client = useQueryClient();
  const may = useMay();
  const [refusal, setRefusal] = useState<string | null>(null);
  const results = {
    onDone: () => client.invalidateQueries({ queryKey: queryKeys.call(callId) }),
    onFailed: (error: unknown) => setRefusal(sentenceOf(error)),
  };
  const params = { id: callId };
  const pause = useSend({
    name: 'pause-recording',
    act: () => {
      setRefusal(null);
      return api.send(recordingRoutes.pauseRecording, { params });
    },
    ...results,
  });
  const resume = useSend({
    name: 'resume-recording',
    act: () => {
      setRefusal(null);
      return api.send(recordingRoutes.resumeRecording, { params });
    },
    ...results,
  });
  const { paused, canPause, pauseUnanswered } = recording;
  const isWanted = recording.pausing !== null;
  // Whoever has just been told by the answer to the button is not told twice.
  const notConfirmed = pauseUnanswered && refusal === null;
  if (!canPause && call.engine !== 'relay') return null;
  if (!canPause)
    return (
      <p className="text-ink-2 text-sm">
        It cannot pause: on calls over ConversationRelay the phone company records without a stop. Agents with
        a speech engine can.
      </p>
    );
  return (
    <>
      {paused !== null && (
        <p role="status" className="text-sm">
          {sentences[paused]}
        </p>
      )}
      {isWanted && !pauseUnanswered && (
        <p role="status" className="text-sm">
          {pausing}
        </p>
      )}
      {notConfirmed && <AlertBox tone="amber">{isWanted ? unanswered.wanted : unanswered.over}</AlertBox>}
      <div className="flex flex-wrap gap-2">
        {paused === null &&
          (!isWanted || pauseUnanswered) &&
          may(recordingRoutes.pauseRecording.permission) && (
            <Button busy={pause.busy} onClick={() => pause.send()}>
              {pause.busy ? 'Pausing...' : 'Pause Recording'}
            </Button>
          )}
        {(paused ?? recording.pausing) === 'person' && may(recordingRoutes.resumeRecording.permission) && (
          <Button busy={resume.busy} onClick={() => resume.send()}>
            {resume.busy ? 'Resuming...' : 'Resume Recording'}
          </Button>
        )}
      </div>
      {refusal !== null && <AlertBox>{refusal}</AlertBox>}
    </>
  );
}
