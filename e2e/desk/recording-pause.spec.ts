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

test('P387: a pause counts once the carrier has confirmed it, and until then the page says that it is pausing', async ({
  page,
  fakeServer,
}) => {
  fakeServer.recordingDesk.recording = runningRecording();
  fakeServer.recordingDesk.confirmsPauses = false;
  fakeServer.calls = [liveCallOf(9, { recording: 'recording', engine: 'realtime' })];
  await page.goto(path);
  await page.getByRole('button', { name: 'Pause Recording' }).click();
  await expect(page.getByText('Pausing… Until the carrier confirms it')).toBeVisible();
  await expect(page.getByText('The recording is paused.')).toBeHidden();
  await expect.poll(() => fakeServer.streamCount).toBe(1);
  await expect(page.getByRole('button', { name: 'Pause Recording' })).toBeHidden();
  await expectAccessible(page);
  fakeServer.recordingDesk.recording = runningRecording({ paused: 'person' });
  fakeServer.emit({ type: 'recording.changed', callId: callIdOf(9) });
  await expect(page.getByText('The recording is paused.')).toBeVisible();
  await expect(page.getByText('Pausing…')).toBeHidden();
});

test('P387: a pause that the carrier has not confirmed says so, and is asked for again', async ({
  page,
  fakeServer,
}) => {
  fakeServer.recordingDesk.recording = runningRecording({ pausing: 'person', pauseUnanswered: true });
  fakeServer.calls = [liveCallOf(9, { recording: 'recording', engine: 'realtime' })];
  await page.goto(path);
  await expect(page.getByText('The carrier has not confirmed the pause')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume Recording' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pause Recording' }).click();
  await expect(page.getByText('The recording is paused.')).toBeVisible();
  await expect(page.getByText('The carrier has not confirmed the pause')).toBeHidden();
});

test('P373: a relay call has no such button, and says why', async ({ page, fakeServer }) => {
  fakeServer.recordingDesk.recording = runningRecording({ canPause: false });
  fakeServer.calls = [liveCallOf(9, { recording: 'recording', engine: 'relay' })];
  await page.goto(path);
  await expect(page.getByText('It cannot pause')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause Recording' })).toBeHidden();
});
