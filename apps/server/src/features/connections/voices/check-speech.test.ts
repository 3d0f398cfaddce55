import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RealtimeService } from '../../../../testing/realtime/realtime-service.ts';
import { createVoiceOpener } from '../../../composition/voice-opener.ts';
import { wallClock } from '../../../ports/clock.ts';
import { checkSpeech } from './check-speech.ts';
import { speechNames } from './voice-opener.ts';

const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };

let service: RealtimeService;
beforeEach(async () => {
  service = await RealtimeService.start();
});
afterEach(() => service.stop());

function check({
  url = service.url,
  key = service.key,
  model = 'gpt-realtime-2.1',
  hosts = ['127.0.0.1', 'localhost'],
} = {}) {
  const settings = { url, model };
  const open = createVoiceOpener({ toolHosts: hosts }, { clock: wallClock, log });
  return checkSpeech(open.speech(settings, key), speechNames(settings), wallClock);
}

describe('the test of a speech service', () => {
  test('one that speaks, with its time', async () => {
    expect(await check()).toEqual({ readyMs: expect.any(Number), problem: null });
  });

  test('a key that is not accepted, and a model that is not there', async () => {
    expect((await check({ key: 'sk-nobody' })).problem?.code).toBe('key_refused');
    expect((await check({ model: 'gpt-live-1' })).problem?.code).toBe('model_missing');
  });

  test.each([
    [401, 'key_refused'],
    [403, 'key_refused'],
    [429, 'too_many_questions'],
    [503, 'speech_unreachable'],
    [404, 'speech_unusable'],
  ])('a handshake that is refused with %s: %s', async (status, code) => {
    service.refuseHandshakes(status);
    expect(await check()).toMatchObject({ readyMs: null, problem: { code } });
  });

  test('a service that is not there, and a host that must not be asked', async () => {
    const { url } = service;
    expect((await check({ hosts: [] })).problem?.code).toBe('host_not_allowed');
    await service.stop();
    expect((await check({ url })).problem?.code).toBe('speech_unreachable');
    service = await RealtimeService.start();
  });
});
