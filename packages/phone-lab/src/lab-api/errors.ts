/** An error of the lab's own API: a sentence for a person, a code for a program. */
export class LabApiError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'LabApiError';
    this.status = status;
    this.code = code;
  }
}
