/**
 * Few settle at a time, for all organizations: whoever waits longer for a row gives its place to the others, and the
 * outbox tries it again.
 */
export const settleLockTimeout = '10s';
