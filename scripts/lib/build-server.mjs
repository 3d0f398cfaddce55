import { prepare } from './prepare.mjs';

/** Set up by Vitest and Playwright before tests that start the server, also without `npm test`. */
// biome-ignore lint/style/noDefaultExport: both call the default export
export default () => prepare({ server: true });
