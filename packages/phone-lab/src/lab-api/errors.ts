/** An error of the lab's own API, with a stable code. */
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
