/**
 * Leases due deliveries to one dispatcher (docs/reference/webhooks.md, Queues and fairness).
 *
 * The queues are locked by a statement of their own, and a later statement with a new snapshot reads their rows. A single statement
 * would read the rows as they were before it waited for the lock, and would mark a queue as not due although a delivery was committed
 * in between. Every writer locks the queue before it changes rows of it, so no row is ever skipped.
 *
 * - Queues that have been due longest come first, `queues_max` of them, each with at most `quantum` rows: the unit of fairness.
 * - A queue gets no further slot while it has more than half of the slots that are free (of `slots_free`). Where receivers answer, slots
 *   are free and the cap of the endpoint decides; where many hang at once, the last slots are left to those that answer.
 * - A queue with an open breaker whose time has come gets exactly one row, the probe.
 * - `favored` is the class whose first row comes before all others in its queue; the others follow by weight, 4 to 2 to 1, so
 *   a queue with a steady stream of new events still makes progress with its retries and replays.
 * - `retries` bounds classes 1 and 2 together, `replays` class 2.
 * - Tokens of a rate do not grow while the clock is behind the last count, `tokens_at`. Clocks of workers differ by milliseconds: a
 *   count up to 10 seconds ahead keeps its time, so that no interval counts twice; one further ahead is from before the clock was set back.
 * - Bodies are found by the id of the event: in a partition that was empty when the plan was made, that index is the only one
 *   that fits, so a new month begins with a good plan.
 * - A lease is a token in the row, in no index, so the row is updated in place. `leases` has one row for each claim; it lasts for the
 *   longest time-out of its deliveries, and 30 seconds.
 * - A claim does not wait for the disk: when a crash of Postgres undoes it, the lease never existed. Results do wait, and follow the
 *   claim in the WAL.
 * - A row without `delivery_id` names a queue whose settings have changed or whose endpoint was deleted; the caller refreshes it.
 */
export const CLAIM_FUNCTION = `
CREATE FUNCTION webhooks.claim_deliveries(at timestamptz, token uuid, total integer, retries integer, replays integer,
  favored integer, quantum integer, queues_max integer, slots_free integer)
RETURNS TABLE (delivery_id text, endpoint_id text, account_id text, livemode boolean, endpoint_version integer, event_id text,
  class smallint, trigger text, attempt_no smallint, created_at_ms float8, due_at_ms float8, first_attempt_at_ms float8,
  expires_at_ms float8, pack uuid, body_at smallint)
LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  chosen text[];
  queue_max integer := greatest(1, slots_free / 2);
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);

  SELECT array_agg(due.endpoint_id) INTO chosen FROM (
    SELECT l.endpoint_id FROM webhooks.endpoint_queues l
    WHERE l.next_due_at <= at AND l.cancel_before IS NULL AND (l.pending_transition IS NULL OR l.pending_transition = 'recovered')
      AND (l.breaker = 'closed' AND l.in_flight < least(l.cap, l.ramp, queue_max) OR l.breaker = 'open' AND l.open_until <= at)
    ORDER BY l.next_due_at LIMIT queues_max FOR UPDATE SKIP LOCKED
  ) due;
  IF chosen IS NULL THEN RETURN; END IF;

  RETURN QUERY
  WITH rated AS MATERIALIZED (
    SELECT l.*, s.version AS current_version, s.version IS NOT DISTINCT FROM l.endpoint_version AND s.status = 'enabled' AS is_current,
      (s.state ->> 'timeoutMs')::integer AS timeout_ms, least(l.rate_per_second, l.slowed_rate) AS rate
    FROM webhooks.endpoint_queues l LEFT JOIN webhooks.streams s ON s.shard = l.shard AND s.stream_id = l.endpoint_id
    WHERE l.endpoint_id = ANY (chosen)
  ), filled AS MATERIALIZED (
    SELECT r.*, CASE WHEN r.rate IS NULL THEN NULL ELSE
      least(r.capacity, coalesce(r.tokens, r.capacity) + r.rate * greatest(0, extract(epoch FROM at - coalesce(r.tokens_at, at)))) END AS tokens_now
    FROM (SELECT rated.*, greatest(1, least(coalesce(rated.burst, rated.rate), CASE WHEN rated.slowed_rate IS NOT NULL THEN rated.rate END))
      AS capacity FROM rated) r
  ), queue AS MATERIALIZED (
    SELECT f.*, CASE WHEN NOT f.is_current THEN 0
      WHEN f.breaker = 'open' THEN least(1, floor(f.tokens_now + 1e-6))::integer
      ELSE greatest(0, least(quantum, least(f.cap, f.ramp, queue_max) - f.in_flight, floor(f.tokens_now + 1e-6)))::integer END AS free_slots
    FROM filled f
  ), candidate AS MATERIALIZED (
    SELECT l.endpoint_id, l.endpoint_version, l.in_flight, l.free_slots, l.timeout_ms, c.class, d.place_in_table, d.rank
    FROM queue l
      CROSS JOIN (VALUES (0, total), (1, retries), (2, least(retries, replays))) AS c (class, budget)
      CROSS JOIN LATERAL (
        SELECT q.place_in_table, row_number() OVER (ORDER BY q.next_attempt_at) AS rank FROM (
          SELECT d.ctid AS place_in_table, d.next_attempt_at FROM webhooks.deliveries d
          WHERE d.endpoint_id = l.endpoint_id AND d.class = c.class AND d.state = 'ready' AND d.lease_token IS NULL
            AND d.next_attempt_at <= at
          ORDER BY d.next_attempt_at LIMIT least(l.free_slots, c.budget)
        ) q
      ) d
  ), turns AS (
    SELECT c.*, row_number() OVER (PARTITION BY c.endpoint_id
      ORDER BY c.class = favored AND c.rank = 1 DESC, c.rank * (1 << c.class), c.class) AS turn
    FROM candidate c
  ), within_replays AS (
    SELECT t.*, row_number() OVER (PARTITION BY t.class = 2 ORDER BY t.turn) AS place FROM turns t WHERE t.turn <= t.free_slots
  ), within_retries AS (
    SELECT w.*, row_number() OVER (PARTITION BY w.class > 0 ORDER BY w.turn) AS later_place
    FROM within_replays w WHERE w.class < 2 OR w.place <= replays
  ), placed AS (
    SELECT w.*, row_number() OVER (ORDER BY w.turn) AS slot FROM within_retries w WHERE w.class = 0 OR w.later_place <= retries
  ), picked AS MATERIALIZED (
    SELECT p.endpoint_id, p.endpoint_version, p.place_in_table, p.class, p.timeout_ms FROM placed p
    WHERE p.slot <= total AND p.in_flight + p.turn <= greatest(1, (slots_free - p.slot) / 2)
  ), leased AS MATERIALIZED (
    UPDATE webhooks.deliveries d SET lease_token = token
    FROM picked p WHERE d.ctid = p.place_in_table
    RETURNING d.delivery_id, d.endpoint_id, d.account_id, d.livemode, d.event_id, d.class, d.trigger, d.attempt_no, d.created_at,
      d.next_attempt_at, d.first_attempt_at, d.expires_at, p.endpoint_version, p.timeout_ms
  ), noted AS (
    INSERT INTO webhooks.leases (lease_token, lease_until, delivery_ids)
    SELECT token, at + make_interval(secs => max(d.timeout_ms) / 1000.0 + 30), array_agg(d.delivery_id) FROM leased d
    HAVING count(*) > 0
  ), served AS MATERIALIZED (
    SELECT l.endpoint_id, count(p.class)::integer AS total, count(*) FILTER (WHERE p.class = 0) AS of_0,
      count(*) FILTER (WHERE p.class = 1) AS of_1, count(*) FILTER (WHERE p.class = 2) AS of_2
    FROM queue l LEFT JOIN picked p ON p.endpoint_id = l.endpoint_id GROUP BY l.endpoint_id
  ), following AS MATERIALIZED (
    SELECT s.endpoint_id, min(n.next_attempt_at) AS due_at
    FROM served s
      CROSS JOIN LATERAL (VALUES (0, s.of_0), (1, s.of_1), (2, s.of_2)) AS c (class, taken)
      CROSS JOIN LATERAL (
        SELECT d.next_attempt_at FROM webhooks.deliveries d
        WHERE d.endpoint_id = s.endpoint_id AND d.class = c.class AND d.state = 'ready' AND d.lease_token IS NULL
        ORDER BY d.next_attempt_at OFFSET c.taken LIMIT 1
      ) n
    GROUP BY s.endpoint_id
  ), moved AS (
    UPDATE webhooks.endpoint_queues l SET
      in_flight = l.in_flight + s.total,
      tokens = f.tokens_now - s.total,
      tokens_at = CASE WHEN f.rate IS NULL THEN NULL ELSE CASE WHEN f.tokens_at BETWEEN at AND at + interval '10 seconds' THEN f.tokens_at ELSE at END END,
      breaker = CASE WHEN l.breaker = 'open' AND s.total > 0 THEN 'half_open' ELSE l.breaker END,
      probe_token = CASE WHEN l.breaker = 'open' AND s.total > 0 THEN token ELSE l.probe_token END,
      next_due_at = CASE
        WHEN f.current_version IS NULL THEN 'infinity'
        WHEN NOT f.is_current THEN at + interval '1 second'
        WHEN n.due_at IS NULL THEN 'infinity'
        WHEN f.rate IS NOT NULL AND f.tokens_now - s.total < 1
          THEN greatest(n.due_at, at + make_interval(secs => (1 - (f.tokens_now - s.total)) / f.rate))
        ELSE greatest(n.due_at, at) END
    FROM served s JOIN queue f ON f.endpoint_id = s.endpoint_id LEFT JOIN following n ON n.endpoint_id = s.endpoint_id
    WHERE l.endpoint_id = s.endpoint_id
  )
  SELECT d.delivery_id, d.endpoint_id, d.account_id, d.livemode, d.endpoint_version, d.event_id, d.class, d.trigger, d.attempt_no,
    (extract(epoch FROM d.created_at) * 1000)::float8, (extract(epoch FROM d.next_attempt_at) * 1000)::float8,
    (extract(epoch FROM d.first_attempt_at) * 1000)::float8, (extract(epoch FROM d.expires_at) * 1000)::float8, f.pack, f.body_at
  FROM leased d LEFT JOIN webhooks.feed_entries f ON f.event_id = d.event_id
  UNION ALL
  SELECT NULL, l.endpoint_id, l.account_id, l.livemode, l.current_version, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM queue l WHERE NOT l.is_current;
END $$`;
