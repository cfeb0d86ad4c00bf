import { join } from 'node:path';
import { assertGoldenFiles } from '#event-store';
import { defineReservation } from './aggregate';
import type { HolderKind } from './decide';

describe('reservations: events of every type ever written', () => {
  it.each<HolderKind>(['customer', 'plan'])('of a %s fold to the state they led to', (kind) =>
    assertGoldenFiles(join(__dirname, 'golden', kind), defineReservation(kind)),
  );
});
