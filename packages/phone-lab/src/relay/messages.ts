/** What an application may send over a ConversationRelay socket. */
export type AppMessage =
  | { type: 'text'; token: string; last: boolean; interruptible: boolean | null; preemptible: boolean | null }
  | { type: 'play'; source: string; loop: number; interruptible: boolean | null; preemptible: boolean | null }
  | { type: 'sendDigits'; digits: string }
  | { type: 'language'; ttsLanguage: string | null; transcriptionLanguage: string | null }
  | { type: 'end'; handoffData: string | null };

export type ReadMessage = { ok: true; message: AppMessage } | { ok: false; reason: string };

/** `loop: 0` means without end; Twilio stops at this many rounds. */
const mostLoops = 1000;
const longestUrl = 8_000;
/** The limit of one message in bytes; the longest talk cycle is shorter. */
export const longestMessage = 500_000;

export function readMessage(data: string): ReadMessage {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return invalid('it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return invalid('it is not an object');
  const given = value as Record<string, unknown>;
  switch (given.type) {
    case 'text':
      return readText(given);
    case 'play':
      return readPlay(given);
    case 'sendDigits':
      if (typeof given.digits !== 'string' || !/^[0-9w#*]+$/.test(given.digits))
        return invalid('digits are 0-9 w # *');
      return valid({ type: 'sendDigits', digits: given.digits });
    case 'language':
      return readLanguage(given);
    case 'end':
      if (given.handoffData !== undefined && typeof given.handoffData !== 'string')
        return invalid('handoffData is a string');
      return valid({ type: 'end', handoffData: given.handoffData ?? null });
    default:
      return invalid(`there is no type ${JSON.stringify(given.type) ?? 'at all'}`);
  }
}

function readText(given: Record<string, unknown>): ReadMessage {
  if (typeof given.token !== 'string') return invalid('token is a string');
  const flags = readFlags(given);
  if (!flags || !isFlag(given.last)) return invalid('last, interruptible and preemptible are true or false');
  return valid({ type: 'text', token: given.token, last: given.last === true, ...flags });
}

function readPlay(given: Record<string, unknown>): ReadMessage {
  if (typeof given.source !== 'string' || given.source.length > longestUrl || !URL.canParse(given.source))
    return invalid('source is a URL');
  const loop = given.loop ?? 1;
  if (typeof loop !== 'number' || !Number.isInteger(loop) || loop < 0)
    return invalid('loop is a whole number');
  const flags = readFlags(given);
  if (!flags) return invalid('interruptible and preemptible are true or false');
  return valid({ type: 'play', source: given.source, loop: loop === 0 ? mostLoops : loop, ...flags });
}

function readLanguage(given: Record<string, unknown>): ReadMessage {
  const { ttsLanguage, transcriptionLanguage } = given;
  const texts = [ttsLanguage, transcriptionLanguage].filter((one) => one !== undefined && one !== null);
  if (texts.length === 0) return invalid('language needs ttsLanguage or transcriptionLanguage');
  if (texts.some((one) => typeof one !== 'string')) return invalid('languages are strings');
  return valid({
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

function valid(message: AppMessage): ReadMessage {
  return { ok: true, message };
}

function invalid(reason: string): ReadMessage {
  return { ok: false, reason };
}
