import { expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { TextMessage } from '../../../ports/voice-connection.ts';
import { TextSocket, TextSockets } from './text-socket.ts';

function socketAt(speed = 1) {
  const clock = new ManualClock();
  const socket = new TextSocket(clock, speed);
  const reported: TextMessage[] = [];
  const closes: number[] = [];
  socket.listen({
    message: (text) => {
      const message = socket.protocol.read(text);
      if (message) reported.push(message);
    },
    closed: (code) => closes.push(code),
  });
  const say = (text: string) => socket.send(socket.protocol.say(text, false, true));
  return { clock, socket, reported, closes, say };
}

test('what the agent says takes as long as speaking it', () => {
  const { clock, reported, say } = socketAt();
  say('x'.repeat(100));
  say('y'.repeat(100));
  clock.advance(5_999);
  expect(reported).toEqual([]);
  clock.advance(1);
  expect(reported).toEqual([{ type: 'played', text: 'x'.repeat(100) }]);
  clock.advance(6_000);
  expect(reported).toHaveLength(2);
});

test('a person who answers earlier has read it all, and interrupts nothing', () => {
  const { clock, socket, reported, say } = socketAt();
  say('Hello. ');
  say('How are you?');
  expect(socket.input({ kind: 'hear', text: 'Fine.' })).toBe(true);
  expect(reported).toEqual([
    { type: 'played', text: 'Hello. ' },
    { type: 'played', text: 'How are you?' },
    { type: 'prompt', text: 'Fine.', last: true },
  ]);
  clock.advance(60_000);
  expect(reported).toHaveLength(3);
  say('Good.');
  clock.advance(300);
  expect(reported.at(-1)).toEqual({ type: 'played', text: 'Good.' });
});

test('keys are pressed one after the other, and typing counts as speaking', () => {
  const { socket, reported } = socketAt();
  socket.input({ kind: 'typing' });
  socket.input({ kind: 'press', digits: '1#' });
  expect(reported).toEqual([
    { type: 'speaking', who: 'caller', on: true },
    { type: 'dtmf', digit: '1' },
    { type: 'dtmf', digit: '#' },
  ]);
});

test('the socket closes once when the session ends it, and takes nothing after that', async () => {
  const { clock, socket, reported, closes, say } = socketAt();
  say('Goodbye.');
  socket.send(socket.protocol.end('transfer', null));
  expect(closes).toEqual([]);
  await Promise.resolve();
  socket.close();
  expect(closes).toEqual([1000]);
  expect(socket.ended).toBe('transfer');
  expect(socket.input({ kind: 'hear', text: 'Wait!' })).toBe(false);
  clock.advance(60_000);
  expect(reported).toEqual([]);
});

test('words reach the socket of their call alone', () => {
  const textSockets = new TextSockets();
  const one = socketAt();
  const remove = textSockets.add('one', one.socket);
  expect(textSockets.input('two', { kind: 'typing' })).toBe(false);
  expect(textSockets.input('one', { kind: 'typing' })).toBe(true);
  remove();
  expect(textSockets.input('one', { kind: 'typing' })).toBe(false);
  expect(one.reported).toHaveLength(1);
});
