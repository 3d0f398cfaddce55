import { prepare } from './prepare.mjs';

/**
 * Set up by Vitest and Playwright before tests that start the server, also without `npm test`. KEEP_BUILT_SERVER is for `npm run
 * mutate`, where the tests of most files start no built server.
 */
// biome-ignore lint/style/noDefaultExport: both call the default export
export default () => (process.env.KEEP_BUILT_SERVER === '1' ? undefined : prepare({ server: true }));
