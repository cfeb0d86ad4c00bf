/** SQL for the body of the answer in a row `alias` of `commands`, to the byte; null where it has none. */
export function storedBody(schema: string, alias: string): string {
  return `coalesce(${alias}.response, (SELECT nullif(split_part(a.bodies, E'\\x1f', ${alias}.answer_at), '')
        FROM ${schema}.answers a WHERE a.pack = ${alias}.pack AND a.created_at = ${alias}.created_at))`;
}

/** SQL for the id of the request whose answer is in the row `alias` of `commands`; null where it stored no event. */
export function requestIdOf(schema: string, alias: string): string {
  return `(SELECT e.meta->>'requestId' FROM ${schema}.events e WHERE e.shard = ${alias}.shard AND e.position = ${alias}.last_position)`;
}
