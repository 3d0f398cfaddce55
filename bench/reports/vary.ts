import type pg from 'pg';

/**
 * Gives generated calls what reports tell apart: results, reasons, lengths, latencies, versions, templates and cost. Without
 * events: the server counts calls as it does those of a release before.
 */
export async function vary(owner: pg.Client): Promise<void> {
  await owner.query('set session_replication_role = replica; set synchronous_commit = off');
  await owner.query(`
    update calls set
      agent_version = 1 + random_of % 3,
      template_id = case when random_of % 3 = 0 then null
        else ('00000000-0000-7000-8000-00000000000' || random_of % 6)::uuid end,
      status = case when random_of % 10 = 0 then 'no-answer' when random_of % 37 = 0 then 'failed' else 'completed' end,
      reason = case when random_of % 10 = 0 then 'no_answer' when random_of % 37 = 0 then 'network_failed'
        when random_of % 11 = 0 then 'voicemail' end,
      answered_at = case when random_of % 10 = 0 or random_of % 37 = 0 then null else answered_at end,
      outcome_result = case when random_of % 10 = 0 or random_of % 37 = 0 or random_of % 11 = 0 then null
        else (array['reached', 'reached', 'partly', 'not', null])[1 + random_of % 5] end,
      duration = random_of % 600,
      engine = case random_of % 4 when 0 then 'realtime' else 'relay' end,
      turns = jsonb_build_array(
        jsonb_build_object('firstTokenMs', 200, 'firstSpeechMs', 300 + random_of % 900),
        jsonb_build_object('firstTokenMs', 200, 'firstSpeechMs', 300 + random_of % 1100),
        jsonb_build_object('firstTokenMs', 200, 'firstSpeechMs', 250 + random_of % 2300))
    from (select tenant_id as t, id as i, abs(hashtext(id::text)) as random_of from calls) as chosen
    where calls.tenant_id = chosen.t and calls.id = chosen.i`);
  await owner.query(`
    insert into call_costs (tenant_id, call_id, day, currency, carrier_micros, carrier_state, model_micros, model_state)
    select tenant_id, id, created_at::date, 'USD', 14000 * (1 + coalesce(duration, 0) / 60), 'final',
      9000 * (1 + coalesce(duration, 0) / 60), 'estimate'
    from calls on conflict do nothing`);
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum (analyze) calls, call_costs');
}
