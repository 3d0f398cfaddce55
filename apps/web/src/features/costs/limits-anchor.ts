/** The part of the address that leads to the spending limits on the page of the organization. */
export const limitsAnchor = 'spending-limits';
