/** The full figure in a soak, a tenth of it in every other run. */
export function load(full: number): number {
  return process.env.SOAK === '1' ? full : Math.ceil(full / 10);
}
