import { ApiError } from './api-error';
import { unavailable } from './unavailable';

describe('what a caller gets when the database fails', () => {
  it.each(['25P03', '25P04', '08006', '53300', '57P01', '40001', '55P03', '42P01', '42501'])('is 503 to be repeated after %s', (code) => {
    const error = unavailable(Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), { code }));
    expect(error).toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '1' } });
  });

  it('is no outage for a bug of ours, nor for a refusal', () => {
    expect(unavailable(Object.assign(new Error('syntax error'), { code: '42601' }))).toBeUndefined();
    expect(unavailable(new ApiError('resource_missing'))).toBeUndefined();
  });
});
