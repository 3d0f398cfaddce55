import {
  type RecordingSettings,
  recordingRoutes,
  recordingSettingsResponse,
  type SaveRecordingSettings,
} from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from './api-context.ts';
import { ApiError, sentenceOf } from './api-error.ts';
import { queryKeys } from './query-keys.ts';
import { useSend } from './use-send.ts';

const parseSettings = (body: unknown): RecordingSettings | undefined =>
  recordingSettingsResponse.safeParse(body).data?.settings;

/** Which calls are recorded, and how people learn of it. */
export function useRecordingSettings(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.recordingSettings,
    queryFn: ({ signal }) => api.get(recordingRoutes.getRecordingSettings, parseSettings, { signal }),
    enabled,
  });
}

/** Saves them; what somebody else has changed meanwhile is fetched, and said. */
export function useSaveRecordingSettings(onSaved: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'save-recording-settings',
    act: (body: SaveRecordingSettings) => {
      setRefusal(null);
      return api.send(recordingRoutes.saveRecordingSettings, { body });
    },
    onDone: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.recordingSettings });
      onSaved();
    },
    onFailed: (error) => {
      setRefusal(sentenceOf(error));
      if (error instanceof ApiError && error.code === 'settings_changed')
        void client.invalidateQueries({ queryKey: queryKeys.recordingSettings });
    },
  });
  return { busy, save: send, refusal };
}
