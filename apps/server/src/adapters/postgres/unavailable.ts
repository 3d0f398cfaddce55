import { AppError } from '../../errors.ts';

/** SQLSTATE classes and codes of temporary failures: the same statement may succeed a moment later. */
const transientClasses = [
  '08', // connection exceptions
  '53', // too many connections, out of memory, disk full
  '57P', // the server shuts down, has crashed or still starts
  '58', // input and output failed below the server
];
const transientCodes = [
  '25006', // a standby took over and is read-only for now
  '40001', // serialization failure
  '40P01', // deadlock detected
  '55P03', // a lock did not come free in time
];

/** Errors of the driver itself, which have no code. */
const driverMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed and is not queryable)/;

export const retryAfterSeconds = 5;

/** True where the database cannot be reached or cannot work, whatever it was asked. */
export function isUnavailable(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, syscall } = each as NodeJS.ErrnoException;
    if (code === undefined ? driverMessages.test(each.message) : isTransient(code, syscall)) return true;
    if (each instanceof AggregateError && each.errors.some(isUnavailable)) return true;
  }
  return false;
}

function isTransient(code: string, syscall: string | undefined): boolean {
  const isSystemError = /^E[A-Z]+$/.test(code) && syscall !== undefined;
  return (
    isSystemError ||
    transientCodes.includes(code) ||
    transientClasses.some((passing) => code.startsWith(passing))
  );
}

export const tooManyConnections = '53300';

export function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}

/** Nothing was stored, and the request can be repeated. */
export function databaseUnavailable(cause: unknown): AppError {
  return new AppError('database_unavailable', 'The database is not available right now. Please try again.', {
    retryAfterSeconds,
    cause,
  });
}

/** Other errors are returned unchanged. */
export function asUnavailable(error: unknown): unknown {
  return isUnavailable(error) ? databaseUnavailable(error) : error;
}
