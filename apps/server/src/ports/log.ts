/** The part of the logger that features use. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The same log with these fields in every entry, such as the id of the call. */
export function withFields(log: Log, fields: object): Log {
  return {
    debug: (more, message) => log.debug({ ...fields, ...more }, message),
    info: (more, message) => log.info({ ...fields, ...more }, message),
    warn: (more, message) => log.warn({ ...fields, ...more }, message),
    error: (more, message) => log.error({ ...fields, ...more }, message),
  };
}

/** Keeps the last four digits: enough to find a call, too few to dial. */
export function maskNumber(number: string | null): string | null {
  if (number === null) return null;
  return number.length <= 4 ? '****' : `${'*'.repeat(number.length - 4)}${number.slice(-4)}`;
}
