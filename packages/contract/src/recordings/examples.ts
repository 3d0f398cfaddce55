import type { RouteExample } from '../route-example.ts';
import { type Recording, type RecordingSettings, recordingAddress } from './recording.ts';
import type { recordingRoutes } from './routes.ts';

const recording: Recording = {
  state: 'ready',
  problem: null,
  sentence: null,
  milliseconds: 42_120,
  bytes: 1_347_884,
  agentChannel: 2,
  peaks: {
    perSecond: 20,
    channels: [
      [0, 12, 40],
      [31, 8, 0],
    ],
  },
  offsetMs: -240,
  offsetMethod: 'turns',
  offsetErrorMs: 40,
  atCarrier: 'removed',
  canRetry: false,
};
const live = {
  ...{ state: 'recording', milliseconds: null, bytes: null, peaks: null, atCarrier: 'kept', canPause: true },
} as const;
const settings: RecordingSettings = {
  enabled: true,
  agentIds: ['gs-dental'],
  removeAtCarrier: true,
  consent: 'announce',
  agentConsent: {},
  keepDays: 90,
  revision: 1,
  changedBy: { displayName: 'Ines Marchetti' },
  changedAt: '2026-10-13T10:00:00.000Z',
};

/** Of the routes of `recordings/`. */
export const recordingExamples: Readonly<Record<keyof typeof recordingRoutes, RouteExample>> = {
  getRecording: { response: { recording } },
  openRecording: {
    body: { purpose: 'play' },
    response: {
      url: recordingAddress('eyJ0Ijoib25lIn0.c2lnbmF0dXJl'),
      expiresAt: '2026-10-13T10:05:00.000Z',
    },
  },
  retryRecording: { response: { recording } },
  pauseRecording: { response: { recording: { ...recording, ...live, paused: 'person' } } },
  resumeRecording: { response: { recording: { ...recording, ...live, paused: null } } },
  getRecordingSettings: { response: { settings } },
  saveRecordingSettings: {
    body: {
      ...{ enabled: true, agentIds: ['gs-dental'], removeAtCarrier: true, revision: 0 },
      ...{ consent: 'announce', agentConsent: {} },
    },
    response: { settings },
  },
};
