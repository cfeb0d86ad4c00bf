export type { WriteCall } from '../commands/write-call';
export { Writes } from '../commands/writes';
export { RequireScope } from '../http/access';
export type { Answer } from '../http/response-headers';
export type { ListCall, RetrieveCall } from '../queries/read-calls';
export { Reads } from '../queries/reads';
export { Call, Dto } from './call.decorators';
export { ListRoute, RetrieveRoute } from './read-route.decorator';
export { CreateRoute, UpdateRoute } from './write-route.decorator';
