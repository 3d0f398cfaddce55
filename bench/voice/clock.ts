/** Microseconds; carrier and model run in one process, so one clock times both ends. */
export const nowUs = (): number => Math.round(performance.now() * 1000);
