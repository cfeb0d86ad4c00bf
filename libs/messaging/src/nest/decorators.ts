/**
 * Nest's decorators for message handlers, by this door: the rest of the code base does not know which package or carrier
 * is behind them (`npm run check:imports` allows @nestjs/microservices in this lib only).
 */
export { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
