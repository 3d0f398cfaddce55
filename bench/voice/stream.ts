import type { Measure } from '../report.ts';
import { runLoad } from './load-process.ts';

/** Sound both ways, fifty frames a second and call. */
export const measure: Measure = (options) => runLoad('stream-load.ts', options);
