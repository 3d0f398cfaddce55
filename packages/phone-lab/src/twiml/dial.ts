import { bridge } from '../call/bridge.ts';
import type { Leg } from '../call/leg.ts';
import { durationSeconds } from '../call/state-machine.ts';
import { Interrupted, untilAborted } from '../clock.ts';
import { normalizeNumber } from '../phone-number-format.ts';
import { recordingUrl } from '../recording/callbacks.ts';
import { readDialRecord } from '../recording/dial-record.ts';
import { readMethod, readWhole, resolveUrl } from './attribute-values.ts';
import { type Destination, readDestinations } from './dial-number.ts';
import { TwimlError } from './document.ts';
import { sendAction } from './send-action.ts';
import type { Verb } from './verb.ts';
import type { XmlNode } from './xml.ts';

/**
 * Rings one or more numbers and joins the first that answers with this call, if the document of its `url` runs to its
 * end; then reports to `action`.
 */
export const dial: Verb = async (node, context) => {
  const { call, signal, documentUrl } = context;
  const { attributes } = node;
  const action = attributes.action ? resolveUrl(attributes.action, documentUrl) : null;
  const method = readMethod(attributes.method);
  const destinations = readDestinations(node, context);
  const recording = readDialRecord(attributes, documentUrl);
  if (attributes.answerOnBridge !== 'true') call.answer();
  const from = callerId(node, call);
  const children: Leg[] = [];
  const screenings = new Map<Leg, Destination['screening']>();
  const ring = ({ number, screening, statusCallback }: Destination): Leg => {
    const child = call.carrier.dialChild(call, {
      to: number,
      from,
      ringTimeoutMs: readWhole(attributes.timeout, 30) * 1000,
      timeLimitMs: readWhole(attributes.timeLimit, 4 * 3600) * 1000,
      statusCallback,
    });
    children.push(child);
    screenings.set(child, screening);
    return child;
  };
  const hangUpAll = (except?: Leg) => {
    for (const child of children) if (child !== except) child.apply({ type: 'hangup' });
  };
  signal.addEventListener('abort', () => hangUpAll(), { once: true });
  let recorded = recording?.fromRinging ? call.recordings.start(recording).record : null;
  const isSequential = attributes.sequential === 'true';
  const rounds = isSequential ? destinations.map((one) => [one]) : [destinations];
  let answered: Leg | null = null;
  let isBridged = false;
  const report = (): Record<string, string> => ({
    ...dialParams(answered ?? children.at(-1) ?? null, isBridged),
    ...(recorded ? { RecordingUrl: recordingUrl(call, recorded.sid) } : {}),
  });
  try {
    for (const round of rounds) answered ??= await untilAborted(firstAnswered(round.map(ring)), signal);
    if (answered) hangUpAll(answered);
    if (answered && (await untilAborted(passes(answered, screenings.get(answered) ?? null), signal))) {
      isBridged = true;
      call.answer();
      const separate = bridge(call.channel, answered.channel);
      if (recording && !recorded) recorded = call.recordings.start(recording).record;
      const stopStar = attributes.hangupOnStar === 'true' ? onStar(call, answered) : () => {};
      await untilAborted(answered.over, signal).finally(() => {
        separate();
        stopStar();
      });
    }
  } catch (error) {
    if (error instanceof Interrupted && action && call.ended)
      await sendAction(call, action, method, report());
    throw error;
  } finally {
    if (recorded) call.recordings.stop(recorded.sid);
  }
  if (signal.aborted) throw new Interrupted();
  if (!action) return 'next';
  return { goto: { url: action, method, params: report(), purpose: 'action' } };
};

/** `hangupOnStar`: a star of the caller ends the dialled leg, and the document goes on. */
function onStar(call: Leg, other: Leg): () => void {
  return call.channel.listen((event) => {
    if (event.type === 'digit' && event.side === 'party' && event.digit === '*')
      other.apply({ type: 'hangup' });
  });
}

/** The caller id may be the original caller or a number of the account. */
function callerId(node: XmlNode, call: Leg): string {
  const { from, to } = call.record;
  const asked = node.attributes.callerId;
  if (!asked) return from;
  const number = normalizeNumber(asked);
  if (number && (number === from || number === to || call.carrier.ownsNumber(number))) return number;
  throw new TwimlError(13214, `Dial: ${asked} is not a valid callerId for this account.`);
}

/** Whether the leg may be joined: its screening ran to the end and it is still there. */
async function passes(leg: Leg, screening: Destination['screening']): Promise<boolean> {
  return !screening || ((await leg.screen(screening)) && !leg.ended);
}

async function firstAnswered(children: Leg[]): Promise<Leg | null> {
  return new Promise((resolve) => {
    let open = children.length;
    for (const child of children) {
      void child.answered.then((answered) => {
        open -= 1;
        if (answered) resolve(child);
        else if (open === 0) resolve(null);
      });
    }
  });
}

function dialParams(child: Leg | null, bridged: boolean): Record<string, string> {
  const record = child?.record;
  const params: Record<string, string> = {
    DialCallStatus: record?.status ?? 'failed',
    DialBridged: String(bridged),
  };
  if (record) {
    params.DialCallSid = record.sid;
    params.DialCallDuration = String(durationSeconds(record) ?? 0);
  }
  return params;
}
