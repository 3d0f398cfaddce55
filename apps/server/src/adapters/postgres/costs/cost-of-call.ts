/** With the call, so that its page takes no further round trip. Null until the call is over. */
export const costOfCall = `(
  select json_build_object('currency', cost.currency,
    'carrier', json_build_object('micros', cost.carrier_micros, 'state', cost.carrier_state),
    'model', json_build_object('micros', cost.model_micros, 'state', cost.model_state),
    'told', case when cost.told_micros is not null and cost.carrier_state <> 'final' then
      json_build_object('micros', cost.told_micros, 'currency', cost.told_currency) end,
    'tokens', (
      select json_build_object('input', coalesce(sum(input_tokens + audio_input_tokens), 0),
        'output', coalesce(sum(output_tokens + audio_output_tokens), 0))
      from call_usage as used where used.tenant_id = calls.tenant_id and used.call_id = calls.id))
  from call_costs as cost where cost.tenant_id = calls.tenant_id and cost.call_id = calls.id)`;
