import { partingOf } from './accept-epoch';

const EPOCHS = [
  { epoch: 10n, starts: [0n] },
  { epoch: 20n, starts: [100n] },
  { epoch: 30n, starts: [150n] },
];

describe('where a restored log parts from what a consumer applied', () => {
  it.each([
    ['in the epoch before the restore', { position: 130n, epoch: 10n }, 100n],
    ['two epochs ago', { position: 90n, epoch: 10n }, 100n],
    ['in the newest epoch', { position: 170n, epoch: 30n }, 170n],
    ['in an epoch that is not known', { position: 170n, epoch: 0n }, 170n],
    ['in an epoch that was lost itself', { position: 140n, epoch: 25n }, 100n],
    ['in an epoch that was lost after the newest one', { position: 200n, epoch: 35n }, 150n],
  ])('is known of a mark %s', (_when, mark, parting) => {
    expect(partingOf(mark, 0, EPOCHS)).toBe(parting);
  });
});
