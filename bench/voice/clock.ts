/** Whole microseconds of this process; carrier and model stand in one process, so that one clock times both ends. */
export const nowUs = (): number => Math.round(performance.now() * 1000);
