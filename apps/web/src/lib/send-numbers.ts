import { limits } from '@parley/contract';
import { ApiError } from './api-error.ts';
import type { NumbersFile } from './numbers-file.ts';

export interface NumberRow {
  row: number;
  number: string;
}

interface SendNumbersOptions<Answer> {
  file: NumbersFile;
  column: number;
  /** Undefined: the server has answered with something else. */
  post: (rows: NumberRow[], last: boolean) => Promise<Answer | undefined>;
  /** How many rows have arrived so far. */
  onSent: (rows: number) => void;
}

/** Sends the numbers of a file some rows at a time; resolves with what the server said to each piece. */
export async function sendNumbers<Answer>(options: SendNumbersOptions<Answer>): Promise<Answer[]> {
  const { file, column, post, onSent } = options;
  const size = limits.doNotCallImportRowsMax;
  const answers: Answer[] = [];
  onSent(0);
  for (let start = 0; start < file.rows.length; start += size) {
    const rows = file.rows
      .slice(start, start + size)
      .map(({ row, cells }) => ({ row, number: (cells[column] ?? '').slice(0, 200) }));
    const answer = await post(rows, start + size >= file.rows.length);
    if (answer === undefined)
      throw new ApiError('The server did not say what it has added. Import again.', 0, 'bad_response');
    answers.push(answer);
    onSent(start + rows.length);
  }
  return answers;
}
