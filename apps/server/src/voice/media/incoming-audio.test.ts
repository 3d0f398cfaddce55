import { expect, test } from 'vitest';
import { IncomingAudio } from './incoming-audio.ts';

const frame = Buffer.alloc(160).toString('base64');

test('missing frames are replaced by silence', () => {
  const heard: string[] = [];
  const sound = new IncomingAudio((payload) => heard.push(payload));
  for (const streamMs of [0, 20, 100]) {
    sound.pass({ kind: 'media', payload: frame, streamMs });
  }
  expect(heard).toEqual([frame, frame, Buffer.alloc(480, 0xff).toString('base64'), frame]);
});
