export function usedByText(agents: number): string {
  if (agents === 0) return 'Used by no agent';
  return agents === 1 ? 'Used by 1 agent' : `Used by ${agents} agents`;
}
