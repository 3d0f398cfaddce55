/** How long the Undo of a toast is offered. */
export const undoMs = 10_000;
