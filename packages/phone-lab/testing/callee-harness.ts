import type { Callee, Party } from '../src/callee/callee.ts';
import { wallClock } from '../src/clock.ts';
import { VoiceChannel } from '../src/speech/voice-channel.ts';

export interface CalleeHarness {
  channel: VoiceChannel;
  /** What was heard, in order: `agent: …`, `callee: …`, `callee presses 1`, with a dash where it was cut. */
  heard: string[];
  notes: { expected: string; met: boolean }[];
  /** What an answering machine has recorded. */
  messages: string[];
  /** The agent speaks to the end, or until the channel closes. */
  agent(text: string): Promise<void>;
  /** The next thing that the callee says or presses. */
  next(): Promise<string>;
  over: Promise<void>;
}

/** A channel between a callee and the test, without carrier and network. */
export function startCallee(callee: Callee, speed = 200): CalleeHarness {
  const channel = new VoiceChannel(wallClock(speed));
  const heard: string[] = [];
  const notes: CalleeHarness['notes'] = [];
  const messages: string[] = [];
  const { promise: over, resolve: hangUp } = Promise.withResolvers<void>();
  let waiting: ((text: string) => void)[] = [];
  const add = (text: string, isCallee: boolean) => {
    heard.push(text);
    if (!isCallee) return;
    const wakes = waiting;
    waiting = [];
    for (const wake of wakes) wake(text);
  };
  channel.listen((event) => {
    if (event.type === 'digit')
      add(`${event.side === 'app' ? 'agent' : 'callee'} presses ${event.digit}`, event.side === 'party');
    if (event.type !== 'ended' || !event.speech.heard.trim()) return;
    const isCallee = event.speech.side === 'party';
    add(
      `${isCallee ? 'callee' : 'agent'}: ${event.speech.heard.trim()}${event.end === 'cut' ? ' —' : ''}`,
      isCallee,
    );
  });
  const party: Party = {
    clock: channel.clock,
    channel,
    otherNumber: '+15005550006',
    hangUp() {
      channel.close();
      heard.push('callee hangs up');
      hangUp();
    },
    note: (expected, met) => notes.push({ expected, met }),
    recorded: (text) => messages.push(text),
  };
  callee.pickUp(party);
  return {
    channel,
    heard,
    notes,
    messages,
    over,
    async agent(text) {
      await channel.say('app', text).done;
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
  };
}
