import type { Page } from '@playwright/test';
import { callIdOf, callOf, liveCallOf } from './fake-server/data.ts';
import type { FakeServer } from './fake-server/fake-server.ts';
import { recordingOf, runningRecording } from './fake-server/recording-desk.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

async function open(page: Page, fakeServer: FakeServer) {
  fakeServer.calls = [callOf(9, { recording: 'ready' })];
  await page.goto(`/app/voice-agents/${callIdOf(9)}`);
}

async function openLive(page: Page, fakeServer: FakeServer, paused: 'person' | null) {
  fakeServer.recordingDesk.recording = runningRecording({ paused });
  fakeServer.calls = [liveCallOf(9, { recording: 'recording', engine: 'realtime' })];
  await page.goto(`/app/voice-agents/${callIdOf(9)}`);
}

const buttons: readonly SendingButton[] = [
  {
    sends: 'play-recording',
    what: 'Play of a recording',
    route: 'POST /api/calls/:id/recording/address',
    toasts: 0,
    async show(page, fakeServer) {
      await open(page, fakeServer);
      return page.getByRole('button', { name: 'Play', exact: true });
    },
  },
  {
    sends: 'download-recording',
    what: 'Download of a recording',
    route: 'POST /api/calls/:id/recording/address',
    toasts: 0,
    async show(page, fakeServer) {
      await open(page, fakeServer);
      return page.getByRole('button', { name: 'Download recording' });
    },
  },
  {
    sends: 'retry-recording',
    what: 'Retry of a recording',
    changes: true,
    route: 'POST /api/calls/:id/recording/retry',
    toasts: 0,
    async show(page, fakeServer) {
      fakeServer.recordingDesk.recording = recordingOf({
        ...{ state: 'failed', problem: 'wrong_length', sentence: 'It is too short.', canRetry: true },
      });
      await open(page, fakeServer);
      return page.getByRole('button', { name: 'Retry' });
    },
  },
  {
    sends: 'save-recording-settings',
    what: 'Save Recordings',
    changes: true,
    route: 'PUT /api/data/recordings',
    toasts: 1,
    async show(page) {
      await page.goto('/app/settings/data');
      await page.getByLabel('Record calls').click();
      return page.getByRole('button', { name: 'Save Recordings' });
    },
  },
  {
    sends: 'pause-recording',
    what: 'Pause of a recording',
    changes: true,
    route: 'POST /api/calls/:id/recording/pause',
    toasts: 0,
    async show(page, fakeServer) {
      await openLive(page, fakeServer, null);
      return page.getByRole('button', { name: 'Pause Recording' });
    },
  },
  {
    sends: 'resume-recording',
    what: 'Resume of a recording',
    changes: true,
    route: 'POST /api/calls/:id/recording/resume',
    toasts: 0,
    async show(page, fakeServer) {
      await openLive(page, fakeServer, 'person');
      return page.getByRole('button', { name: 'Resume Recording' });
    },
  },
];

testPressedTwice(buttons);
