import type { SaveRecordingSettings } from '@parley/contract';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';
import { type RecordingDesk, recordingOf } from './recording-desk.ts';

/** The responses of the routes of recordings; null for others. */
export function recordingResponse(fakeServer: FakeServer, request: ReceivedRequest): FakeResponse | null {
  const { recordingDesk: desk } = fakeServer;
  switch (request.route) {
    case 'GET /api/calls/:id/recording':
      return { body: { recording: desk.recording } };
    case 'POST /api/calls/:id/recording/address': {
      if (desk.recording === null)
        return {
          status: 404,
          body: { error: 'There is no recording of this call.', code: 'recording_not_found' },
        };
      desk.addresses += 1;
      const { purpose } = request.body as { purpose: string };
      const url = `/api/recordings/${purpose}-${desk.addresses}`;
      return { body: { url, expiresAt: '2026-10-13T10:05:00.000Z' } };
    }
    case 'POST /api/calls/:id/recording/retry':
      desk.recording = recordingOf({ state: 'fetching', peaks: null, milliseconds: null });
      fakeServer.calls = fakeServer.calls.map((call) =>
        call._id === request.id ? { ...call, recording: 'fetching' } : call,
      );
      return { body: { recording: desk.recording } };
    case 'GET /api/data/recordings':
      return { body: { settings: desk.settings } };
    case 'PUT /api/data/recordings':
      return saveSettings(desk, request.body as SaveRecordingSettings);
    case 'POST /api/calls/:id/recording/pause':
    case 'POST /api/calls/:id/recording/resume': {
      const by = request.route.endsWith('pause') ? ('person' as const) : null;
      const pause = desk.confirmsPauses ? { paused: by, pausing: null } : { paused: null, pausing: by };
      if (desk.recording !== null) desk.recording = { ...desk.recording, ...pause, pauseUnanswered: false };
      return { body: { recording: desk.recording } };
    }
    case 'GET /api/recordings/:id':
      return soundResponse(desk.sound, request);
    default:
      return null;
  }
}

function saveSettings(desk: RecordingDesk, { revision, ...settings }: SaveRecordingSettings): FakeResponse {
  if (revision !== desk.settings.revision) {
    const error = 'Somebody else has changed this meanwhile. Load the page again.';
    return { status: 409, body: { error, code: 'settings_changed' } };
  }
  desk.settings = {
    ...desk.settings,
    ...(JSON.parse(JSON.stringify(settings)) as object),
    revision: revision + 1,
  };
  return { body: { settings: desk.settings } };
}

function soundResponse(sound: Buffer, { id, headers }: ReceivedRequest): FakeResponse {
  const how = id.startsWith('download') ? 'attachment' : 'inline';
  const common = {
    'content-type': 'audio/wav',
    'accept-ranges': 'bytes',
    'content-disposition': `${how}; filename="recording.wav"`,
  };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(String(headers.range ?? '')) ?? [];
  if (from === undefined) return { body: sound, headers: common };
  const first = Number(from);
  const last = to === '' ? sound.length - 1 : Math.min(Number(to), sound.length - 1);
  return {
    status: 206,
    body: sound.subarray(first, last + 1),
    headers: { ...common, 'content-range': `bytes ${first}-${last}/${sound.length}` },
  };
}
