import { passing } from '../error-row';

/** What the objects of a test clock refuse while it advances. */
export const CLOCK_CONFLICTS = {
  clock_advancing: passing(
    'The test clock of this object is on its way to another time.',
    'Repeat the request when the clock is ready: GET /v1/test_helpers/clocks/{id} shows its status, and the event test_clock.ready says so.',
  ),
} as const;
