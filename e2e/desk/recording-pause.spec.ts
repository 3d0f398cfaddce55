import { expectAccessible } from '../harness/axe.ts';
import { callIdOf, liveCallOf } from './fake-server/data.ts';
import { runningRecording } from './fake-server/recording-desk.ts';
import { expect, test } from './fake-server/test.ts';

const path = `/app/voice-agents/${callIdOf(9)}`;

test('P373: the recording of a live call pauses and resumes, and says so', async ({ page, fakeServer }) => {
  fakeServer.recordingDesk.recording = runningRecording();
  fakeServer.calls = [liveCallOf(9, { recording: 'recording', engine: 'realtime' })];
  await page.goto(path);
  await page.getByRole('button', { name: 'Pause Recording' }).click();
  await expect(page.getByText('The recording is paused.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resume Recording' }).click();
  await expect(page.getByRole('button', { name: 'Pause Recording' })).toBeVisible();
  await expect(page.getByText('The recording is paused.')).toBeHidden();
});

test('P373: a relay call has no such button, and says why', async ({ page, fakeServer }) => {
  fakeServer.recordingDesk.recording = runningRecording({ canPause: false });
  fakeServer.calls = [liveCallOf(9, { recording: 'recording', engine: 'relay' })];
  await page.goto(path);
  await expect(page.getByText('It cannot pause')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause Recording' })).toBeHidden();
});
