import { noSuchRoute } from './no-such-route';
import { ServedRoutes } from './served-routes';

describe('a path that no route takes', () => {
  it('is answered at once, however many slashes it has', () => {
    const startedAtMs = performance.now();
    expect(noSuchRoute({ method: 'GET', url: `${'/'.repeat(50_000)}a/` }, new ServedRoutes()).code).toBe('route_unknown');
    expect(performance.now() - startedAtMs).toBeLessThan(500);
  });
});
