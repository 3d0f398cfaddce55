export const isSoak = process.env.SOAK === '1';

/** The full figure in a soak, a tenth of it in every other run. */
export function load(full: number): number {
  return isSoak ? full : Math.ceil(full / 10);
}
