/** A command cannot work with the present settings or state; the message says why. */
export class CommandUnavailable extends Error {
  override readonly name = 'Unavailable';
}
