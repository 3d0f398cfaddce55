/** What an application may send over a bidirectional media stream. */
export type AppMessage =
  | { event: 'media'; sound: Buffer }
  | { event: 'mark'; name: string }
  | { event: 'clear' };

export type ReadMessage =
  | { ok: true; message: AppMessage; stray: string | null }
  | { ok: false; reason: string };

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function readMessage(data: string, streamSid: string): ReadMessage {
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(data) as Record<string, unknown>;
  } catch {
    return invalid('it is not JSON');
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return invalid('it is not an object');
  if (given.streamSid !== streamSid)
    return invalid(`streamSid is ${JSON.stringify(given.streamSid) ?? 'missing'}, not ${streamSid}`);
  switch (given.event) {
    case 'media': {
      const payload = field(given.media, 'payload');
      if (payload === null) return invalid('media.payload is missing');
      if (!base64.test(payload)) return invalid('media.payload is not base64');
      const stray = strayIn(given, 'media') ?? strayIn(given.media, 'payload', 'media');
      return { ok: true, message: { event: 'media', sound: Buffer.from(payload, 'base64') }, stray };
    }
    case 'mark': {
      const name = field(given.mark, 'name');
      if (name === null) return invalid('mark.name is missing');
      const stray = strayIn(given, 'mark') ?? strayIn(given.mark, 'name', 'mark');
      return { ok: true, message: { event: 'mark', name }, stray };
    }
    case 'clear':
      return { ok: true, message: { event: 'clear' }, stray: strayIn(given, 'clear') };
    default:
      return invalid(`there is no event ${JSON.stringify(given.event) ?? 'at all'}`);
  }
}

function field(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const found = (value as Record<string, unknown>)[name];
  return typeof found === 'string' && found !== '' ? found : null;
}

/** A field that the protocol does not have: the message is accepted, with a warning as from Twilio. */
function strayIn(value: unknown, known: string, inside = ''): string | null {
  const allowed = inside ? [known] : ['event', 'streamSid', known];
  const stray = Object.keys(value as object).find((key) => !allowed.includes(key));
  return stray === undefined ? null : inside ? `${inside}.${stray}` : stray;
}

function invalid(reason: string): ReadMessage {
  return { ok: false, reason };
}
