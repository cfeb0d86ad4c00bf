/** The parameter of `write_results`: the result of one delivery. */
const RESULT_TYPE = `
CREATE TYPE webhooks.delivery_result AS (
  ord integer, delivery_id text, lease_token uuid, endpoint_id text, event_id text, kind text, is_attempt boolean,
  attempt_no smallint, trigger text, started_at_ms float8, total_ms integer, dns_ms integer, connect_ms integer, tls_ms integer,
  ttfb_ms integer, status_code smallint, error_code text, response_headers json, response_body text, response_bytes integer,
  truncated boolean, remote_ip text, key_fingerprints text[], retry_after_s integer,
  counts_for_breaker boolean, counts_for_disable boolean, final_state text, reason text, next_attempt_at_ms float8,
  first_attempt_at_ms float8, expires_at_ms float8, open_factor float8
)`;

/**
 * Writes the results of some hundred deliveries (docs/reference/webhooks.md): attempts, ended deliveries, retries, queues with
 * their breakers, released successors, figures by the minute. A result counts only while its lease lasts: a later one adds its
 * attempt and nothing else.
 *
 * The queues are locked first, in the order of their ids (see `claim_deliveries`). `results` are in the order in which the
 * attempts ended; `kind` is the verdict, or `returned` for a delivery without an attempt. Times are milliseconds.
 *
 * The breaker counts failures in `fail_streak`. Opened for the k-th time it stays open for 10 s × 2^k, at most 5 minutes, times
 * `open_factor` of the result. Only the probe closes a half-open breaker; after a probe that says nothing about the endpoint
 * (`returned`, `internal`) the next one goes at once.
 */
const FLUSH_FUNCTION = `
CREATE FUNCTION webhooks.write_results(at timestamptz, worker text, queue_ids text[], results webhooks.delivery_result[])
RETURNS TABLE (accepted integer, opened integer, pending integer, released integer)
LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM (SELECT l.endpoint_id FROM webhooks.endpoint_queues l WHERE l.endpoint_id = ANY (queue_ids) ORDER BY l.endpoint_id FOR UPDATE) locked;

  RETURN QUERY
  WITH input AS MATERIALIZED (
    SELECT * FROM unnest(results)
  ), logged AS (
    INSERT INTO webhooks.attempts (delivery_id, event_id, endpoint_id, attempt_no, trigger, started_at, total_ms, dns_ms, connect_ms,
      tls_ms, ttfb_ms, outcome, status_code, error_code, response_headers, response_body, response_bytes, truncated, remote_ip,
      key_fingerprints, retry_after_s, next_attempt_at, worker)
    SELECT i.delivery_id, i.event_id, i.endpoint_id, i.attempt_no, i.trigger, to_timestamp(i.started_at_ms / 1000), i.total_ms, i.dns_ms,
      i.connect_ms, i.tls_ms, i.ttfb_ms, i.kind, i.status_code, i.error_code, i.response_headers, i.response_body, i.response_bytes,
      coalesce(i.truncated, false), i.remote_ip, i.key_fingerprints, i.retry_after_s,
      CASE WHEN i.final_state IS NULL THEN to_timestamp(i.next_attempt_at_ms / 1000) END, worker
    FROM input i WHERE i.is_attempt
  ), ended AS (
    DELETE FROM webhooks.deliveries d USING input i
    WHERE d.delivery_id = i.delivery_id AND d.lease_token = i.lease_token AND i.final_state IS NOT NULL
    RETURNING d.*, i.ord, i.attempt_no AS attempts_made, i.status_code, i.error_code, i.final_state, i.reason, i.first_attempt_at_ms
  ), done AS (
    INSERT INTO webhooks.deliveries_done (delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type,
      resource_id, sequence, ordered, class, trigger, replay_id, attempt_no, created_at, first_attempt_at, last_code, last_error,
      final_state, reason, ended_at)
    SELECT e.delivery_id, e.endpoint_id, e.account_id, e.livemode, e.feed_shard, e.feed_position, e.event_id, e.event_type, e.resource_id,
      e.sequence, e.ordered, e.class, e.trigger, e.replay_id, e.attempts_made, e.created_at,
      to_timestamp(e.first_attempt_at_ms / 1000), e.status_code, e.error_code, e.final_state, e.reason, at
    FROM ended e
  ), again AS (
    UPDATE webhooks.deliveries d SET lease_token = NULL, attempt_no = i.attempt_no,
      class = CASE WHEN i.is_attempt THEN greatest(d.class, 1) ELSE d.class END,
      next_attempt_at = to_timestamp(i.next_attempt_at_ms / 1000),
      first_attempt_at = coalesce(d.first_attempt_at, to_timestamp(i.first_attempt_at_ms / 1000)),
      expires_at = coalesce(d.expires_at, to_timestamp(i.expires_at_ms / 1000)),
      last_code = CASE WHEN i.is_attempt THEN i.status_code ELSE d.last_code END,
      last_error = CASE WHEN i.is_attempt THEN i.error_code ELSE d.last_error END
    FROM input i
    WHERE d.delivery_id = i.delivery_id AND d.lease_token = i.lease_token AND i.final_state IS NULL
    RETURNING d.endpoint_id, d.next_attempt_at, i.ord
  ), released AS (
    UPDATE webhooks.deliveries h SET state = 'ready', next_attempt_at = at
    FROM (SELECT DISTINCT e.endpoint_id, e.resource_id FROM ended e WHERE e.ordered) e
      CROSS JOIN LATERAL (
        SELECT n.delivery_id FROM webhooks.deliveries n
        WHERE n.ordered AND n.endpoint_id = e.endpoint_id AND n.resource_id = e.resource_id AND n.state = 'held'
        ORDER BY n.feed_position LIMIT 1
      ) n
    WHERE h.delivery_id = n.delivery_id
    RETURNING h.endpoint_id
  ), accepted AS MATERIALIZED (
    SELECT i.ord, i.endpoint_id, i.lease_token, i.kind, i.is_attempt, i.attempt_no, i.status_code, i.error_code, i.total_ms,
      i.counts_for_breaker, i.counts_for_disable, i.open_factor
    FROM input i JOIN (SELECT ord FROM ended UNION ALL SELECT ord FROM again) a ON a.ord = i.ord
  ), reached AS MATERIALIZED (
    SELECT a.endpoint_id, max(a.ord) FILTER (WHERE a.kind = 'delivered') AS last_ok,
      max(a.ord) FILTER (WHERE a.kind NOT IN ('blocked', 'internal', 'returned')) AS last_reached
    FROM accepted a GROUP BY a.endpoint_id
  ), counted AS (
    INSERT INTO webhooks.endpoint_stats_1m AS t (endpoint_id, minute, ok, failed_3xx, failed_4xx, failed_5xx, failed_429, failed_timeout,
      failed_network, failed_blocked, ms_50, ms_100, ms_250, ms_500, ms_1000, ms_2500, ms_5000, ms_10000, ms_more)
    SELECT a.endpoint_id, date_trunc('minute', at), count(*) FILTER (WHERE a.kind = 'delivered'),
      count(*) FILTER (WHERE a.kind <> 'delivered' AND a.status_code BETWEEN 100 AND 399),
      count(*) FILTER (WHERE a.kind <> 'delivered' AND a.status_code BETWEEN 400 AND 499 AND a.status_code <> 429),
      count(*) FILTER (WHERE a.kind <> 'delivered' AND a.status_code >= 500),
      count(*) FILTER (WHERE a.kind <> 'delivered' AND a.status_code = 429),
      count(*) FILTER (WHERE a.error_code = 'timeout' AND a.status_code IS NULL),
      count(*) FILTER (WHERE a.kind = 'failed' AND a.error_code <> 'timeout' AND a.status_code IS NULL),
      count(*) FILTER (WHERE a.kind = 'blocked'),
      count(*) FILTER (WHERE a.total_ms <= 50), count(*) FILTER (WHERE a.total_ms > 50 AND a.total_ms <= 100),
      count(*) FILTER (WHERE a.total_ms > 100 AND a.total_ms <= 250), count(*) FILTER (WHERE a.total_ms > 250 AND a.total_ms <= 500),
      count(*) FILTER (WHERE a.total_ms > 500 AND a.total_ms <= 1000), count(*) FILTER (WHERE a.total_ms > 1000 AND a.total_ms <= 2500),
      count(*) FILTER (WHERE a.total_ms > 2500 AND a.total_ms <= 5000), count(*) FILTER (WHERE a.total_ms > 5000 AND a.total_ms <= 10000),
      count(*) FILTER (WHERE a.total_ms > 10000)
    FROM accepted a WHERE a.is_attempt GROUP BY a.endpoint_id
    ON CONFLICT (endpoint_id, minute) DO UPDATE SET ok = t.ok + excluded.ok, failed_3xx = t.failed_3xx + excluded.failed_3xx,
      failed_4xx = t.failed_4xx + excluded.failed_4xx, failed_5xx = t.failed_5xx + excluded.failed_5xx,
      failed_429 = t.failed_429 + excluded.failed_429, failed_timeout = t.failed_timeout + excluded.failed_timeout,
      failed_network = t.failed_network + excluded.failed_network, failed_blocked = t.failed_blocked + excluded.failed_blocked,
      ms_50 = t.ms_50 + excluded.ms_50, ms_100 = t.ms_100 + excluded.ms_100, ms_250 = t.ms_250 + excluded.ms_250,
      ms_500 = t.ms_500 + excluded.ms_500, ms_1000 = t.ms_1000 + excluded.ms_1000, ms_2500 = t.ms_2500 + excluded.ms_2500,
      ms_5000 = t.ms_5000 + excluded.ms_5000, ms_10000 = t.ms_10000 + excluded.ms_10000, ms_more = t.ms_more + excluded.ms_more
  ), summed AS (
    SELECT a.endpoint_id, count(*)::integer AS total, count(*) FILTER (WHERE a.kind = 'delivered')::integer AS ok,
      count(*) FILTER (WHERE a.counts_for_breaker AND a.ord > coalesce(r.last_ok, -1))::integer AS breaker_failures,
      count(*) FILTER (WHERE a.counts_for_disable AND a.ord > coalesce(r.last_ok, -1))::integer AS failures,
      count(*) FILTER (WHERE a.counts_for_disable AND a.ord > coalesce(r.last_ok, -1) AND a.attempt_no = 1)::integer AS failed_deliveries,
      count(*) FILTER (WHERE a.kind = 'blocked' AND a.ord > coalesce(r.last_reached, -1))::integer AS blocked,
      max(r.last_reached) AS last_reached, bool_or(a.kind = 'gone') AS is_gone, bool_or(a.kind = 'rate_limited') AS is_limited,
      max(a.open_factor) AS open_factor
    FROM accepted a JOIN reached r ON r.endpoint_id = a.endpoint_id GROUP BY a.endpoint_id
  ), classified AS MATERIALIZED (
    SELECT l.endpoint_id, s.total, s.ok, s.failures, s.failed_deliveries, s.is_gone, s.is_limited, s.open_factor,
      CASE WHEN s.ok > 0 THEN s.breaker_failures ELSE l.fail_streak + s.breaker_failures END AS streak,
      CASE WHEN s.last_reached IS NOT NULL THEN s.blocked ELSE l.blocked_streak + s.blocked END AS blocked_streak,
      (SELECT CASE WHEN p.kind IN ('internal', 'returned', 'blocked', 'gone') THEN 'void' WHEN p.counts_for_breaker THEN 'failed' ELSE 'passed' END
        FROM accepted p WHERE l.breaker = 'half_open' AND p.endpoint_id = l.endpoint_id AND p.lease_token = l.probe_token LIMIT 1) AS probe,
      least((SELECT min(g.next_attempt_at) FROM again g WHERE g.endpoint_id = l.endpoint_id),
        CASE WHEN EXISTS (SELECT FROM released r WHERE r.endpoint_id = l.endpoint_id) THEN at END) AS due_at,
      CASE WHEN s.is_limited AND coalesce(l.slowed_at < at - interval '1 second', true) THEN coalesce(least(l.slowed_rate, l.rate_per_second),
        (SELECT max(m.ok + m.failed_4xx + m.failed_5xx + m.failed_429) / 60.0 FROM webhooks.endpoint_stats_1m m
          WHERE m.endpoint_id = l.endpoint_id AND m.minute >= at - interval '10 minutes'), 2) END AS rate_before,
      CASE WHEN s.ok > 0 AND l.slowed_at <= at - interval '1 minute' THEN l.slowed_rate + greatest(1, l.slowed_rate / 2) END AS faster_rate
    FROM summed s JOIN webhooks.endpoint_queues l ON l.endpoint_id = s.endpoint_id
  ), turned AS MATERIALIZED (
    SELECT j.*, CASE WHEN l.breaker = 'closed' AND j.streak >= 5 THEN 0 WHEN j.probe = 'failed' THEN least(l.open_count + 1, 10) END AS opens_as
    FROM classified j JOIN webhooks.endpoint_queues l ON l.endpoint_id = j.endpoint_id
  ), moved AS (
    UPDATE webhooks.endpoint_queues l SET
      in_flight = greatest(0, l.in_flight - j.total),
      breaker = CASE WHEN j.opens_as IS NOT NULL OR j.probe = 'void' THEN 'open' WHEN j.probe = 'passed' THEN 'closed' ELSE l.breaker END,
      open_count = CASE WHEN j.opens_as IS NOT NULL THEN j.opens_as WHEN j.probe = 'passed' THEN 0 ELSE l.open_count END,
      open_until = CASE
        WHEN j.opens_as IS NOT NULL THEN at + make_interval(secs => least(300, 10 * (1 << j.opens_as)) * j.open_factor)
        WHEN j.probe = 'void' THEN at WHEN j.probe = 'passed' THEN NULL ELSE l.open_until END,
      probe_token = CASE WHEN j.probe IS NULL THEN l.probe_token END,
      ramp = CASE WHEN j.probe = 'passed' THEN 1 WHEN j.opens_as IS NOT NULL OR l.ramp + j.ok >= l.cap THEN NULL ELSE l.ramp + j.ok END,
      fail_streak = CASE WHEN j.probe = 'passed' THEN 0 ELSE j.streak END,
      blocked_streak = j.blocked_streak,
      first_failure_at = CASE WHEN j.failures > 0 THEN CASE WHEN j.ok > 0 THEN at ELSE coalesce(l.first_failure_at, at) END
        WHEN j.ok = 0 THEN l.first_failure_at END,
      failed_count = CASE WHEN j.ok > 0 THEN 0 ELSE l.failed_count END + j.failed_deliveries,
      failed_days = CASE WHEN j.ok > 0 THEN 0 ELSE l.failed_days END + CASE WHEN j.failures > 0 AND (j.ok > 0 OR l.first_failure_at IS NULL
        OR (l.last_failure_at AT TIME ZONE 'UTC')::date < (at AT TIME ZONE 'UTC')::date) THEN 1 ELSE 0 END,
      last_failure_at = CASE WHEN j.failures > 0 THEN at ELSE l.last_failure_at END,
      last_refused_at = CASE WHEN j.is_limited OR j.is_gone THEN at ELSE l.last_refused_at END,
      last_success_at = CASE WHEN j.ok > 0 THEN at ELSE l.last_success_at END,
      pending_transition = CASE WHEN j.is_gone THEN 'gone' WHEN j.blocked_streak >= 3 THEN 'url_blocked'
        WHEN j.ok > 0 AND l.notified_level > 0 THEN coalesce(l.pending_transition, 'recovered') ELSE l.pending_transition END,
      slowed_from = CASE WHEN j.rate_before IS NOT NULL THEN coalesce(l.slowed_from, j.rate_before)
        WHEN j.faster_rate >= coalesce(l.rate_per_second, l.slowed_from) THEN NULL ELSE l.slowed_from END,
      slowed_rate = CASE WHEN j.rate_before IS NOT NULL THEN greatest(1, j.rate_before / 2)
        WHEN j.faster_rate IS NOT NULL THEN CASE WHEN j.faster_rate < coalesce(l.rate_per_second, l.slowed_from) THEN j.faster_rate END
        ELSE l.slowed_rate END,
      slowed_at = CASE WHEN j.rate_before IS NOT NULL OR j.faster_rate IS NOT NULL THEN at ELSE l.slowed_at END,
      tokens = CASE WHEN j.rate_before IS NOT NULL THEN least(l.tokens, 0) ELSE l.tokens END,
      tokens_at = CASE WHEN j.rate_before IS NOT NULL THEN at ELSE l.tokens_at END,
      next_due_at = CASE WHEN j.opens_as IS NOT NULL
          THEN greatest(least(l.next_due_at, j.due_at), at + make_interval(secs => least(300, 10 * (1 << j.opens_as)) * j.open_factor))
        WHEN j.probe IS NULL THEN greatest(least(l.next_due_at, j.due_at), l.open_until)
        ELSE least(l.next_due_at, j.due_at) END
    FROM turned j WHERE l.endpoint_id = j.endpoint_id
    RETURNING l.pending_transition
  )
  SELECT (SELECT count(*)::integer FROM accepted), (SELECT count(*)::integer FROM turned WHERE opens_as IS NOT NULL),
    (SELECT count(*)::integer FROM moved WHERE pending_transition IS NOT NULL), (SELECT count(*)::integer FROM released);
END $$`;

export const FLUSH_STATEMENTS = [RESULT_TYPE, FLUSH_FUNCTION];
