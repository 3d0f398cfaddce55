import type { Leg } from '../call/leg.ts';
import { readCallback, readTrack } from '../recording/settings.ts';
import { forkStream, stopFork } from '../stream/fork.ts';
import { readStreamSettings } from '../stream/settings.ts';
import { TwimlError } from './document.ts';
import type { Verb, VerbContext } from './verb.ts';
import type { XmlNode } from './xml.ts';

type Starter = (noun: XmlNode, context: VerbContext) => void;

const starters: Record<string, Starter | undefined> = {
  Stream: (noun, { call, documentUrl }) =>
    void forkStream(call, readStreamSettings(noun, documentUrl, false)),
  Recording: ({ attributes }, { call }) => {
    call.recordings.start({
      source: 'StartCallRecordingTwiML',
      name: attributes.name ?? '',
      channels: attributes.channels === 'mono' ? 1 : 2,
      track: readTrack(attributes.track),
      // Unlike a start by REST, which trims nothing unless it is asked to.
      trim: attributes.trim !== 'do-not-trim',
      callback: absoluteCallback(attributes, call),
    });
  },
};

/** A relative address gets no callback here, unlike those of `<Dial>` and `<Record>`. */
function absoluteCallback(attributes: Record<string, string>, call: Leg) {
  const url = attributes.recordingStatusCallback?.trim() ?? '';
  if (url === '' || /^https?:\/\//i.test(url)) return readCallback(attributes, null);
  call.problem('error', 11200, `<Recording recordingStatusCallback="${url}"> is not an absolute URL.`);
  return null;
}

const stoppers: Record<string, ((call: Leg, wanted: string) => boolean) | undefined> = {
  Stream: (call, wanted) => stopFork(call, ({ name }) => name === wanted),
  Recording: (call, wanted) => call.recordings.stop(call.recordings.named(wanted)?.sid ?? ''),
};

/** Starts a stream or a recording beside the document and goes on at once. */
export const start: Verb = async (node, context) => {
  context.call.answer();
  for (const noun of node.children) {
    const starter = starters[noun.name];
    if (!starter) throw unsupported('Start', noun.name, Object.keys(starters));
    starter(noun, context);
  }
  return 'next';
};

export const stop: Verb = async (node, { call }) => {
  for (const noun of node.children) {
    const stopper = stoppers[noun.name];
    if (!stopper) throw unsupported('Stop', noun.name, Object.keys(stoppers));
    const wanted = noun.attributes.name ?? '';
    if (wanted === '' || !stopper(call, wanted))
      call.problem('warning', 12200, `<Stop><${noun.name} name="${wanted}">: nothing has that name.`);
  }
  return 'next';
};

function unsupported(verb: string, noun: string, known: string[]): TwimlError {
  return new TwimlError(
    12200,
    `phone-lab has <${verb}> with ${known.join(', ')}; <${noun}> is not supported.`,
  );
}
