/** Why a command cannot work here, in a sentence for the person who typed it. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
