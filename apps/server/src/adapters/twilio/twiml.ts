import twilio from 'twilio';
import type { CallScript } from '../../ports/call-script.ts';
import { otherLanguages, speechAttributes } from './relay-speech.ts';
import { setupParameters } from './setup-parameters.ts';
import type { CallbackUrls } from './urls.ts';

/** Twilio accepts at most 4,096 characters in one <Say>. */
const longestSay = 4_000;
/** How long a colleague may take to press a key after the last word. */
const keySeconds = 8;

/** How long somebody may take to begin to answer a question. */
const answerSeconds = 5;

export function writeTwiml(script: CallScript, urls: CallbackUrls): string {
  const response = new twilio.twiml.VoiceResponse();
  switch (script.kind) {
    case 'hang-up':
      response.hangup();
      break;
    case 'reject':
      response.reject();
      break;
    case 'say': {
      // The SDK's types do not list every language that the service supports.
      const language = speakable(script.language) as 'en-US';
      for (const piece of pieces(speakable(script.text))) response.say({ language }, piece);
      response.hangup();
      break;
    }
    case 'converse':
      if (script.recorded) record(response, script.callId, urls);
      converse(response, script, urls);
      break;
    case 'stream':
      if (script.recorded) record(response, script.callId, urls);
      stream(response, script, urls);
      break;
    case 'ask':
      ask(response, script, urls);
      break;
    case 'hand-over':
      handOver(response, script, urls);
      break;
    case 'brief':
      brief(response, script, urls);
      break;
    case 'join':
      // An empty document: what was dialled is joined with the call.
      break;
  }
  return response.toString();
}

type VoiceResponse = InstanceType<typeof twilio.twiml.VoiceResponse>;

/**
 * The one way that works for both kinds of session. It goes on until the call ends, whatever documents follow. Without
 * `do-not-trim` silence at the beginning would be cut off, and nothing would be found at its time.
 */
function record(response: VoiceResponse, callId: string, urls: CallbackUrls): void {
  response.start().recording({
    channels: 'dual',
    trim: 'do-not-trim',
    recordingStatusCallback: urls.forCall('recording', callId),
    recordingStatusCallbackMethod: 'POST',
    recordingStatusCallbackEvent: ['in-progress', 'completed', 'absent'],
  } as Parameters<ReturnType<VoiceResponse['start']>['recording']>[0]);
}

/** Whatever comes of it, silence too, is sent to `action`: the call goes on there. */
function ask(
  response: VoiceResponse,
  { callId, attempt, introduction, question, hints, ...script }: Extract<CallScript, { kind: 'ask' }>,
  urls: CallbackUrls,
): void {
  const language = speakable(script.language) as 'en-US';
  const action = urls.afterSession('consent', callId, attempt);
  if (introduction !== null) response.say({ language }, speakable(introduction));
  response
    .gather({
      ...{ input: ['speech'], language, hints: hints.join(', ') },
      ...{ timeout: answerSeconds, speechTimeout: 'auto', actionOnEmptyResult: true },
      ...{ action, method: 'POST' },
    })
    .say({ language }, speakable(question));
  response.redirect({ method: 'POST' }, action);
}

/** The carrier transcribes and speaks; the text goes over our socket. It requests `action` when the session is over. */
function converse(
  response: VoiceResponse,
  { callId, session, token, speech, listening }: Extract<CallScript, { kind: 'converse' }>,
  urls: CallbackUrls,
): void {
  const attributes: Record<string, unknown> = {
    url: urls.socket('relay'),
    ...speakableValues(speechAttributes(speech)),
    interruptible: 'any',
    interruptSensitivity: listening.interruptSensitivity,
    speechTimeout: listening.speechTimeoutMs,
    ignoreBackchannel: listening.ignoreBackchannel,
    dtmfDetection: listening.keypad,
    // What the caller says during uninterruptible speech is reported too.
    reportInputDuringAgentSpeech: 'any',
    partialPrompts: true,
    events: 'tokens-played speaker-events',
  };
  const relay = response
    .connect({ action: urls.afterSession('relayDone', callId, session), method: 'POST' })
    // The SDK's types spell some names in lower case and lack others; these are the names of the service.
    .conversationRelay(
      attributes as Parameters<ReturnType<VoiceResponse['connect']>['conversationRelay']>[0],
    );
  for (const language of otherLanguages(speech))
    relay.language(speakableValues(language) as Parameters<typeof relay.language>[0]);
  for (const parameter of setupParameters(callId, token)) relay.parameter(parameter);
}

/** Audio goes both ways over our socket. Its URL may have no query, so the token is sent as a parameter. */
function stream(
  response: VoiceResponse,
  { callId, session, token }: Extract<CallScript, { kind: 'stream' }>,
  urls: CallbackUrls,
): void {
  const noun = response
    .connect({ action: urls.afterSession('streamDone', callId, session), method: 'POST' })
    .stream({ url: urls.socket('media') });
  for (const parameter of setupParameters(callId, token)) noun.parameter(parameter);
}

/** The other party hears ringing until the colleague has taken the call. */
function handOver(
  response: VoiceResponse,
  script: Extract<CallScript, { kind: 'hand-over' }>,
  urls: CallbackUrls,
): void {
  const { callId, session, callerId, number, briefed } = script;
  const dial = response.dial({
    timeout: script.ringSeconds,
    timeLimit: script.maxSeconds,
    answerOnBridge: true,
    ...(callerId !== null && { callerId }),
    ...{ action: urls.afterSession('handOverDone', callId, session), method: 'POST' },
  });
  if (briefed) dial.number({ url: urls.afterSession('briefing', callId, session), method: 'POST' }, number);
  else dial.number(number);
  response.hangup();
}

/** A mailbox presses no key, and is hung up on. */
function brief(
  response: VoiceResponse,
  { callId, session, text, language }: Extract<CallScript, { kind: 'brief' }>,
  urls: CallbackUrls,
): void {
  const gather = response.gather({
    input: ['dtmf'],
    numDigits: 1,
    timeout: keySeconds,
    ...{ action: urls.afterSession('takeCall', callId, session), method: 'POST' },
  });
  for (const piece of pieces(speakable(text)))
    gather.say({ language: speakable(language) as 'en-US' }, piece);
  response.hangup();
}

/** Words to listen for may be pasted from anywhere, and a document that XML does not allow ends the call. */
function speakableValues(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, speakable(value)]));
}

/** Replaces characters that XML does not allow. */
function speakable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to take out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ' ');
}

function pieces(text: string): string[] {
  const found: string[] = [];
  let rest = text.trim();
  while (rest.length > longestSay) {
    const space = rest.lastIndexOf(' ', longestSay);
    const cut = space > 0 ? space : longestSay;
    found.push(rest.slice(0, cut).toWellFormed());
    rest = rest.slice(cut).trimStart();
  }
  return rest === '' ? found : [...found, rest];
}
