import { recordingRoutes } from '@parley/contract';
import { useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { parseRecordingAddress } from '../../../lib/parsing/recording.ts';
import { startDownload } from '../../../lib/save-file.ts';
import { useSend } from '../../../lib/use-send.ts';

/** Saves the sound as a file: from an address of its own, because a download is another entry of the audit log. */
export function useDownload(callId: string) {
  const api = useApi();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'download-recording',
    act: async () => {
      setRefusal(null);
      const body = { purpose: 'download' };
      const address = parseRecordingAddress(
        await api.send(recordingRoutes.openRecording, { params: { id: callId }, body }),
      );
      if (address === null)
        throw new ApiError('The server did not say where the recording is. Try again.', 0, 'bad_response');
      return address;
    },
    onDone: startDownload,
    onFailed: (error) => setRefusal(sentenceOf(error)),
  });
  return { busy, download: () => send(), refusal };
}
