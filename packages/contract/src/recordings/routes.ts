import * as z from 'zod/mini';
import type { Route } from '../route.ts';
import {
  openRecordingBody,
  openRecordingResponse,
  recordingResponse,
  recordingSettingsResponse,
  saveRecordingSettingsBody,
} from './recording.ts';

const listens = { guard: 'bearer', permission: 'calls.listen' } as const;
const manages = { guard: 'bearer', permission: 'data.manage' } as const;
const controls = { guard: 'bearer', permission: 'calls.control' } as const;
const pauseErrors = [
  'recording_not_found',
  'recording_not_running',
  'recording_cannot_pause',
  'carrier_not_connected',
  'carrier_unreachable',
] as const;
const params = z.object({ id: z.string().check(z.maxLength(200)) });

export const recordingRoutes = {
  getRecording: {
    method: 'GET',
    path: '/api/calls/:id/recording',
    ...listens,
    summary: 'How far the recording of a call is, how long it is, and its loudness over time.',
    params,
    response: recordingResponse,
    errors: ['call_not_found'],
  },
  openRecording: {
    method: 'POST',
    path: '/api/calls/:id/recording/address',
    ...listens,
    summary:
      'An address from which the sound can be played or downloaded for five minutes. It is written to the audit log.',
    params,
    body: openRecordingBody,
    response: openRecordingResponse,
    errors: ['invalid_request', 'recording_not_found', 'recording_not_ready'],
  },
  retryRecording: {
    method: 'POST',
    path: '/api/calls/:id/recording/retry',
    ...listens,
    summary: 'Ask the carrier again for a recording that could not be taken over.',
    params,
    response: recordingResponse,
    errors: ['recording_not_found', 'recording_not_ready'],
  },
  pauseRecording: {
    method: 'POST',
    path: '/api/calls/:id/recording/pause',
    ...controls,
    summary:
      'Record nothing of a live call until it is resumed. Calls whose speech the carrier turns into text cannot pause.',
    params,
    response: recordingResponse,
    errors: [...pauseErrors],
  },
  resumeRecording: {
    method: 'POST',
    path: '/api/calls/:id/recording/resume',
    ...controls,
    summary: 'Record a live call again whose recording was paused.',
    params,
    response: recordingResponse,
    errors: [...pauseErrors],
  },
  getRecordingSettings: {
    method: 'GET',
    path: '/api/data/recordings',
    ...manages,
    summary: 'Whether calls are recorded, and those of which agents.',
    response: recordingSettingsResponse,
    errors: [],
  },
  saveRecordingSettings: {
    method: 'PUT',
    path: '/api/data/recordings',
    ...manages,
    summary:
      'Say whether calls are recorded, and those of which agents. It applies to calls answered from now on.',
    body: saveRecordingSettingsBody,
    response: recordingSettingsResponse,
    errors: ['invalid_request', 'agent_not_found', 'settings_changed'],
  },
} as const satisfies Record<string, Route>;
