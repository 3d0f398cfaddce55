import { Interrupted, sleep } from '../clock.ts';
import { connect } from './connect.ts';
import { dial } from './dial.ts';
import { play } from './play.ts';
import { start, stop } from './start.ts';
import { readMethod, readSeconds, resolveUrl, type Verb } from './verb.ts';
import { spokenText } from './xml.ts';

/** `loop="0"` means for ever; Twilio stops at this many rounds. */
export const mostLoops = 1000;

const say: Verb = async (node, { call, signal }) => {
  call.answer();
  const text = spokenText(node);
  const loops = readSeconds(node.attributes.loop, 1) || mostLoops;
  for (let round = 0; round < loops && text; round++) {
    const speech = call.line.say('app', text);
    const stop = () => speech.cut();
    signal.addEventListener('abort', stop, { once: true });
    await speech.done;
    signal.removeEventListener('abort', stop);
    if (signal.aborted) throw new Interrupted();
  }
  return 'next';
};

const pause: Verb = async (node, { call, signal, isFirst }) => {
  // As the first verb it delays the answer, so an inbound call keeps ringing.
  if (!isFirst) call.answer();
  await sleep(call.exchange.clock, readSeconds(node.attributes.length, 1) * 1000, signal);
  return 'next';
};

const hangup: Verb = async () => 'end';

const reject: Verb = async (node, { call }) => {
  if (call.record.direction === 'inbound' && call.record.status === 'ringing') {
    call.happen({ type: 'rejected', reason: node.attributes.reason === 'busy' ? 'busy' : 'rejected' });
  } else {
    call.problem('warning', 12200, '<Reject> has no effect on a call that was answered; the call ends.');
  }
  return 'end';
};

const redirect: Verb = async (node, { documentUrl }) => {
  const url = node.text.trim() === '' && documentUrl ? documentUrl : resolveUrl(node.text, documentUrl);
  return { goto: { url, method: readMethod(node.attributes.method) } };
};

export const verbs: Record<string, Verb | undefined> = {
  Say: say,
  Play: play,
  Pause: pause,
  Hangup: hangup,
  Reject: reject,
  Redirect: redirect,
  Dial: dial,
  Connect: connect,
  Start: start,
  Stop: stop,
};
