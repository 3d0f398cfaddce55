import type { Callee, Party } from '../src/callee/callee.ts';
import { wallClock } from '../src/clock.ts';
import { Line } from '../src/line/line.ts';

export interface Stage {
  line: Line;
  /** What was heard, in order: `agent: …`, `callee: …`, `callee presses 1`, with a dash where it was cut. */
  heard: string[];
  notes: { expected: string; met: boolean }[];
  /** The agent speaks to the end, or until the line closes. */
  agent(text: string): Promise<void>;
  /** The next thing the callee says or presses after this moment. */
  next(): Promise<string>;
  over: Promise<void>;
}

/** A line with a callee at one end and the test at the other: no carrier, no network. */
export function stage(callee: Callee, speed = 200): Stage {
  const line = new Line(wallClock(speed));
  const heard: string[] = [];
  const notes: Stage['notes'] = [];
  const { promise: over, resolve: hangUp } = Promise.withResolvers<void>();
  let waiting: ((text: string) => void)[] = [];
  const tell = (text: string, isCallee: boolean) => {
    heard.push(text);
    if (!isCallee) return;
    const wakes = waiting;
    waiting = [];
    for (const wake of wakes) wake(text);
  };
  line.listen((event) => {
    if (event.type === 'digit')
      tell(`${event.side === 'app' ? 'agent' : 'callee'} presses ${event.digit}`, event.side === 'party');
    if (event.type !== 'ended' || !event.speech.heard.trim()) return;
    const isCallee = event.speech.side === 'party';
    tell(
      `${isCallee ? 'callee' : 'agent'}: ${event.speech.heard.trim()}${event.end === 'cut' ? ' —' : ''}`,
      isCallee,
    );
  });
  const party: Party = {
    clock: line.clock,
    line,
    otherNumber: '+15005550006',
    hangUp() {
      line.close();
      heard.push('callee hangs up');
      hangUp();
    },
    note: (expected, met) => notes.push({ expected, met }),
  };
  callee.pickUp(party);
  return {
    line,
    heard,
    notes,
    over,
    async agent(text) {
      await line.say('app', text).done;
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
  };
}
