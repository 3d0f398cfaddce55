import { recordingRoutes } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { parseRecording, type Recording } from '../../../lib/parsing/recording.ts';
import { useMay } from '../../../lib/permissions.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useRetry, useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { isOver } from '../call-progress.ts';
import { PauseRecording } from './pause-recording.tsx';
import { Player } from './player.tsx';
import type { RecordingProps } from './recording-props.ts';

const sentences: Readonly<Record<string, string>> = {
  recording: 'This call is being recorded. It can be played when the call is over.',
  fetching: 'The recording is being fetched from the carrier. It appears here by itself.',
  absent: 'There is no recording of this call.',
  failed: 'The recording could not be fetched.',
};

/** The player, or why there is none. */
export function RecordingPanel({ call, playback }: RecordingProps) {
  const api = useApi();
  const client = useQueryClient();
  const queryKey = queryKeys.recording(call._id);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get(recordingRoutes.getRecording, parseRecording, { params: { id: call._id }, signal }),
  });
  const reload = useRetry(query.refetch);
  if (query.data === undefined)
    return (
      <div className="grid min-h-36 border-b">
        <LoadState
          query={query}
          onRetry={reload.send}
          loading="Loading recording..."
          failed="Failed to load the recording"
          compact
        />
      </div>
    );
  const { recording } = query.data;
  if (recording?.state === 'ready' && recording.milliseconds !== null)
    return (
      <Player
        call={call}
        recording={recording}
        lengthMs={recording.milliseconds}
        playback={playback}
        onGone={() => client.setQueryData(queryKey, { recording: null })}
      />
    );
  return (
    <div className="border-b px-5 py-3">
      {recording === null ? (
        <p className="text-ink-2 text-sm">The recording of this call was deleted.</p>
      ) : (
        <NotReady call={call} recording={recording} />
      )}
    </div>
  );
}

function NotReady({ call, recording }: { call: RecordingProps['call']; recording: Recording }) {
  const callId = call._id;
  const api = useApi();
  const client = useQueryClient();
  const may = useMay();
  const [refusal, setRefusal] = useState<string | null>(null);
  const again = useSend({
    name: 'retry-recording',
    act: () => {
      setRefusal(null);
      return api.send(recordingRoutes.retryRecording, { params: { id: callId } });
    },
    onDone: () => client.invalidateQueries({ queryKey: queryKeys.call(callId) }),
    onFailed: (error) => setRefusal(sentenceOf(error)),
  });
  const { state, sentence, canRetry } = recording;
  const words = Object.hasOwn(sentences, state) ? sentences[state] : 'The recording cannot be played.';
  const text = sentence !== null && (state === 'absent' || state === 'failed') ? sentence : words;
  const isUnderWay = state === 'recording' || state === 'fetching';
  return (
    <div className="grid gap-2">
      {isUnderWay ? (
        <p role="status" className="text-ink-2 text-sm">
          {state === 'fetching' && sentence !== null ? `${words} ${sentence}` : text}
        </p>
      ) : (
        <AlertBox
          tone={state === 'absent' ? 'grey' : 'amber'}
          action={
            canRetry &&
            may(recordingRoutes.retryRecording.permission) && (
              <Button busy={again.busy} onClick={() => again.send()}>
                {again.busy ? 'Asking...' : 'Retry'}
              </Button>
            )
          }
        >
          {text}
        </AlertBox>
      )}
      {state === 'recording' && !isOver(call) && <PauseRecording call={call} recording={recording} />}
      {refusal !== null && <AlertBox>{refusal}</AlertBox>}
    </div>
  );
}
