/**
 * Returns deliveries to the queue whose lease ended without a result, with the same attempt number (docs/reference/webhooks.md).
 * The result is their number.
 *
 * Up to 2,000 ended leases are read at once: the deliveries of nearly all have ended before, and such leases are only deleted.
 * Queues are locked before their rows change (see `claim_deliveries`), and their deliveries in flight are counted again. A lost
 * probe says nothing about the endpoint: the next one may go at once.
 */
export const EXPIRE_FUNCTION = `
CREATE FUNCTION webhooks.expire_leases(at timestamptz) RETURNS integer
LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
DECLARE
  over uuid[];
  queue_ids text[];
  given_back integer := 0;
BEGIN
  SELECT array_agg(k.lease_token) INTO over
  FROM (SELECT lease_token FROM webhooks.leases WHERE lease_until <= at ORDER BY lease_until LIMIT 2000) k;
  IF over IS NULL THEN RETURN 0; END IF;

  SELECT array_agg(DISTINCT d.endpoint_id) INTO queue_ids
  FROM webhooks.leases k JOIN webhooks.deliveries d ON d.delivery_id = ANY (k.delivery_ids) AND d.lease_token = k.lease_token
  WHERE k.lease_token = ANY (over);
  IF queue_ids IS NOT NULL THEN
    PERFORM FROM (SELECT l.endpoint_id FROM webhooks.endpoint_queues l WHERE l.endpoint_id = ANY (queue_ids) ORDER BY l.endpoint_id FOR UPDATE) locked;
    UPDATE webhooks.deliveries d SET lease_token = NULL, next_attempt_at = at
    FROM webhooks.leases k
    WHERE k.lease_token = ANY (over) AND d.delivery_id = ANY (k.delivery_ids) AND d.lease_token = k.lease_token;
    GET DIAGNOSTICS given_back = ROW_COUNT;
    UPDATE webhooks.endpoint_queues l SET
      in_flight = c.leased,
      next_due_at = least(l.next_due_at, at),
      breaker = CASE WHEN c.is_probe_lost THEN 'open' ELSE l.breaker END,
      open_until = CASE WHEN c.is_probe_lost THEN at ELSE l.open_until END,
      probe_token = CASE WHEN c.is_probe_lost THEN NULL ELSE l.probe_token END
    FROM (
      SELECT n.endpoint_id, count(h.lease_token)::integer AS leased,
        bool_or(n.breaker = 'half_open') AND count(*) FILTER (WHERE h.lease_token = n.probe_token) = 0 AS is_probe_lost
      FROM webhooks.endpoint_queues n LEFT JOIN (
        SELECT d.endpoint_id, d.lease_token FROM webhooks.leases k
          JOIN webhooks.deliveries d ON d.delivery_id = ANY (k.delivery_ids) AND d.lease_token = k.lease_token
      ) h ON h.endpoint_id = n.endpoint_id
      WHERE n.endpoint_id = ANY (queue_ids) GROUP BY n.endpoint_id
    ) c WHERE l.endpoint_id = c.endpoint_id;
  END IF;
  DELETE FROM webhooks.leases WHERE lease_token = ANY (over);
  RETURN given_back;
END $$`;
