import { Interrupted, sleep } from '../clock.ts';
import { readWhole } from './attribute-values.ts';
import type { Verb } from './verb.ts';
import { spokenText } from './xml.ts';

/** `loop="0"` means without end; Twilio stops at this many rounds. */
const mostLoops = 1000;

export const say: Verb = async (node, { call, signal }) => {
  call.answer();
  const text = spokenText(node);
  call.channel.language = node.attributes.language ?? 'en-US';
  const loops = readWhole(node.attributes.loop, 1) || mostLoops;
  for (let round = 0; round < loops && text; round++) {
    if (signal.aborted) throw new Interrupted();
    const speech = call.channel.say('app', text);
    const stop = () => speech.cut();
    signal.addEventListener('abort', stop, { once: true });
    await speech.done;
    signal.removeEventListener('abort', stop);
    if (signal.aborted) throw new Interrupted();
  }
  return 'next';
};

export const pause: Verb = async (node, { call, signal, isFirst }) => {
  // As the first verb of an inbound call it delays the answer.
  if (!isFirst) call.answer();
  await sleep(call.carrier.clock, readWhole(node.attributes.length, 1) * 1000, signal);
  return 'next';
};
