/** The number at the other end of a call, as an expression over a row of `calls`. An index has it too. */
export const otherParty =
  "(case calls.direction when 'inbound' then calls.from_number else calls.to_number end)";
