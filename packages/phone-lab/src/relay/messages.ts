/** What an application may send over a ConversationRelay socket. */
export type AppMessage =
  | { type: 'text'; token: string; last: boolean; interruptible: boolean | null; preemptible: boolean | null }
  | { type: 'play'; source: string; loop: number; interruptible: boolean | null; preemptible: boolean | null }
  | { type: 'sendDigits'; digits: string }
  | { type: 'language'; ttsLanguage: string | null; transcriptionLanguage: string | null }
  | { type: 'end'; handoffData: string | null };

export type ReadMessage = { ok: true; message: AppMessage } | { ok: false; why: string };

/** `loop: 0` means for ever; Twilio stops at this many rounds. */
const mostLoops = 1000;
const longestUrl = 8_000;
/** One message in bytes: more than the longest talk cycle takes. */
export const longestMessage = 500_000;

export function readMessage(data: string): ReadMessage {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return bad('it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad('it is not an object');
  const given = value as Record<string, unknown>;
  switch (given.type) {
    case 'text':
      return readText(given);
    case 'play':
      return readPlay(given);
    case 'sendDigits':
      if (typeof given.digits !== 'string' || !/^[0-9w#*]+$/.test(given.digits))
        return bad('digits are 0-9 w # *');
      return good({ type: 'sendDigits', digits: given.digits });
    case 'language':
      return readLanguage(given);
    case 'end':
      if (given.handoffData !== undefined && typeof given.handoffData !== 'string')
        return bad('handoffData is a string');
      return good({ type: 'end', handoffData: given.handoffData ?? null });
    default:
      return bad(`there is no type ${JSON.stringify(given.type) ?? 'at all'}`);
  }
}

function readText(given: Record<string, unknown>): ReadMessage {
  if (typeof given.token !== 'string') return bad('token is a string');
  const flags = readFlags(given);
  if (!flags || !isFlag(given.last)) return bad('last, interruptible and preemptible are true or false');
  return good({ type: 'text', token: given.token, last: given.last === true, ...flags });
}

function readPlay(given: Record<string, unknown>): ReadMessage {
  if (typeof given.source !== 'string' || given.source.length > longestUrl || !URL.canParse(given.source))
    return bad('source is a URL');
  const loop = given.loop ?? 1;
  if (typeof loop !== 'number' || !Number.isInteger(loop) || loop < 0) return bad('loop is a whole number');
  const flags = readFlags(given);
  if (!flags) return bad('interruptible and preemptible are true or false');
  return good({ type: 'play', source: given.source, loop: loop === 0 ? mostLoops : loop, ...flags });
}

function readLanguage(given: Record<string, unknown>): ReadMessage {
  const { ttsLanguage, transcriptionLanguage } = given;
  const texts = [ttsLanguage, transcriptionLanguage].filter((one) => one !== undefined && one !== null);
  if (texts.length === 0) return bad('language needs ttsLanguage or transcriptionLanguage');
  if (texts.some((one) => typeof one !== 'string')) return bad('languages are strings');
  return good({
    type: 'language',
    ttsLanguage: (ttsLanguage as string | undefined) ?? null,
    transcriptionLanguage: (transcriptionLanguage as string | undefined) ?? null,
  });
}

function readFlags(
  given: Record<string, unknown>,
): { interruptible: boolean | null; preemptible: boolean | null } | null {
  const { interruptible, preemptible } = given;
  if (!isFlag(interruptible) || !isFlag(preemptible)) return null;
  return { interruptible: interruptible ?? null, preemptible: preemptible ?? null };
}

function isFlag(value: unknown): value is boolean | null | undefined {
  return value === undefined || value === null || typeof value === 'boolean';
}

function good(message: AppMessage): ReadMessage {
  return { ok: true, message };
}

function bad(why: string): ReadMessage {
  return { ok: false, why };
}
