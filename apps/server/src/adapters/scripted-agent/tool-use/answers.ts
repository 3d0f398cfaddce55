/** A time in the answer of a tool. */
export interface OfferedTime {
  /** As the tool wants it back. */
  readonly start: string;
  /** As it is said. */
  readonly spoken: string;
}

export interface FoundAppointment {
  readonly id: string;
  readonly spoken: string | null;
}

const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d/;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The times in an answer, in its order. */
export function timesIn(answer: string): OfferedTime[] {
  return recordsIn(answer).flatMap((record) => {
    const start = startOf(record);
    return start === null ? [] : [{ start, spoken: spokenOf(record, start) }];
  });
}

export function appointmentIn(answer: string): FoundAppointment | null {
  for (const record of recordsIn(answer)) {
    const id = record.id ?? record.appointment_id ?? record.appointmentId;
    if (typeof id !== 'string' && typeof id !== 'number') continue;
    const start = startOf(record);
    return { id: String(id), spoken: start === null ? null : spokenOf(record, start) };
  }
  return null;
}

/** All objects in the JSON of an answer, outer ones first; words around it are left out. */
function recordsIn(answer: string): Record<string, unknown>[] {
  const [from, to] = [answer.search(/[[{]/), Math.max(answer.lastIndexOf('}'), answer.lastIndexOf(']'))];
  if (from < 0 || to < from) return [];
  let value: unknown;
  try {
    value = JSON.parse(answer.slice(from, to + 1));
  } catch {
    return [];
  }
  const found: Record<string, unknown>[] = [];
  const queue = [value];
  // As many as can be of use on the telephone.
  while (queue.length > 0 && found.length < 60) {
    const next = queue.shift();
    if (Array.isArray(next)) queue.push(...next);
    else if (typeof next === 'object' && next !== null) {
      found.push(next as Record<string, unknown>);
      queue.push(...Object.values(next));
    }
  }
  return found;
}

function startOf(record: Record<string, unknown>): string | null {
  const value = record.start ?? record.starts_at ?? record.time ?? record.slot;
  return typeof value === 'string' && instant.test(value) ? value : null;
}

function spokenOf(record: Record<string, unknown>, start: string): string {
  const given = record.spoken ?? record.label;
  if (typeof given === 'string' && given !== '' && given.length <= 80) return given;
  const [day = '', clock = ''] = (instant.exec(start)?.[0] ?? '').split('T');
  const weekday = weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? day;
  return `${weekday} at ${clockOf(clock)}`;
}

function clockOf(clock: string): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}
