import { ApiError } from '../http/api-error';
import { LoadWatch } from './load-watch';
import type { Load } from './process-load';

const WELL: Load = { lagMs: 2, heapUsedPercent: 40 };
const LATE: Load = { lagMs: 501, heapUsedPercent: 40 };
const FULL: Load = { lagMs: 2, heapUsedPercent: 91 };

describe('a gateway that watches its load', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Whether a request is let in after each look at the load. */
  const lettingIn = (loads: readonly Load[]): boolean[] => {
    let seen = WELL;
    const watch = new LoadWatch({ lagMaxMs: 500, heapUsedMaxPercent: 90 }, () => undefined, {
      start: () => undefined,
      stop: () => undefined,
      read: () => seen,
    });
    watch.start();
    const answers = loads.map((load) => {
      seen = load;
      jest.advanceTimersByTime(500);
      try {
        watch.admit();
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
        return false;
      }
    });
    watch.stop();
    return answers;
  };

  it.each<[string, Load[], boolean[]]>([
    ['lets in while it is well', [WELL, WELL], [true, true]],
    ['lets in after one long turn, which is over when it is seen', [WELL, LATE, WELL, LATE, WELL], [true, true, true, true, true]],
    ['turns away while its turns stay long, and lets in at once when they do not', [LATE, LATE, LATE, WELL], [true, false, false, true]],
    ['turns away while its memory stays nearly full', [FULL, FULL, WELL], [true, false, true]],
    ['turns away when it is late and then full', [LATE, FULL], [true, false]],
  ])('%s', (_what, loads, answers) => {
    expect(lettingIn(loads)).toEqual(answers);
  });
});
