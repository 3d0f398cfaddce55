import type { ProgressEvent } from '../call/state-machine.ts';
import { normalizeNumber } from '../phone-number-format.ts';
import type { Target } from '../webhook/target.ts';
import { readMethod, resolveUrl } from './attribute-values.ts';
import { TwimlError } from './document.ts';
import type { VerbContext } from './verb.ts';
import type { XmlNode } from './xml.ts';

const dialEvents: readonly ProgressEvent[] = ['initiated', 'ringing', 'answered', 'completed'];

/** Attributes of <Number> that the lab does not support. */
const unsupportedAttributes = ['sendDigits', 'machineDetection', 'byoc', 'phoneNumberSid'];

/** One number of a <Dial>. */
export interface Destination {
  number: string;
  /** The document that runs on the dialled leg before it is joined with the call. */
  screening: Target | null;
  statusCallback: (Target & { events: ReadonlySet<ProgressEvent> }) | null;
}

export function readDestinations(node: XmlNode, context: VerbContext): Destination[] {
  const nouns = node.children.length > 0 ? node.children : [{ ...node, name: 'Number', attributes: {} }];
  return nouns.map((noun) => {
    if (noun.name !== 'Number') {
      throw new TwimlError(12200, `phone-lab dials numbers only; <Dial><${noun.name}> is not supported.`);
    }
    return readNumber(noun, context);
  });
}

function readNumber({ attributes, text }: XmlNode, { call, documentUrl }: VerbContext): Destination {
  const number = normalizeNumber(text);
  if (!number) throw new TwimlError(13224, `Dial: ${text.trim()} is not a phone number.`);
  for (const name of unsupportedAttributes) {
    if (attributes[name] !== undefined)
      call.problem('warning', 12200, `<Number ${name}> is not supported by phone-lab; it has no effect.`);
  }
  const screening = attributes.url
    ? { url: resolveUrl(attributes.url, documentUrl), method: readMethod(attributes.method) }
    : null;
  const callback = attributes.statusCallback;
  if (!callback) return { number, screening, statusCallback: null };
  const asked = (attributes.statusCallbackEvent ?? 'completed').split(/\s+/);
  const unknown = asked.filter((event) => !dialEvents.some((known) => known === event));
  if (unknown.length > 0) call.problem('warning', 12200, `Unknown statusCallbackEvent: ${unknown.join(' ')}`);
  const events = new Set(dialEvents.filter((event) => asked.includes(event)));
  const method = readMethod(attributes.statusCallbackMethod);
  return { number, screening, statusCallback: { url: resolveUrl(callback, documentUrl), method, events } };
}
