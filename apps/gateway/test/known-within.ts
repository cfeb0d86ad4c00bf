import { KEY_TTL_MS } from '../src/auth/account-changes';

/** What a busy machine may add before a test fails. */
const SLACK_MS = 5_000;

/** Every process knows what was ended or changed about a key or a token when what it remembers is over, within five seconds. */
export const KNOWN = { withinMs: KEY_TTL_MS + SLACK_MS, everyMs: 100 };
