export * from './bus';
export * from './failures';
export { createInProcessBus, type InProcessBusOptions } from './in-process/in-process-bus';
export { BusClient } from './nest/bus-client';
export { BusController, BusExceptionFilter } from './nest/bus-controller';
export { EventPattern, MessagePattern, Payload } from './nest/decorators';
export { BusServer, type BusServerOptions } from './nest/bus-server';
export type { BusLogger, BusObserver, DeadLetter } from './observer';
export { deadLetterSpec, replyTopicSpec, topicSpecs } from './topics';
