import { readMethod, resolveUrl } from './attribute-values.ts';
import { connect } from './connect.ts';
import { dial } from './dial.ts';
import { gather } from './gather.ts';
import { play } from './play.ts';
import { record } from './record.ts';
import { pause, say } from './speak.ts';
import { start, stop } from './start.ts';
import type { Verb } from './verb.ts';

const hangup: Verb = async () => 'end';

const reject: Verb = async (node, { call }) => {
  if (call.record.direction === 'inbound' && call.record.status === 'ringing') {
    call.apply({ type: 'rejected', reason: node.attributes.reason === 'busy' ? 'busy' : 'rejected' });
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
  Gather: gather,
  Record: record,
};
