import type { FastifyReply } from 'fastify';

/** Names a preference of the caller that the answer follows (RFC 7240, section 3), next to those that it names already. */
export function addPreferenceApplied(reply: FastifyReply, preference: string): void {
  const earlier = reply.getHeader('preference-applied');
  reply.header('preference-applied', earlier === undefined ? preference : `${String(earlier)}, ${preference}`);
}
