export * from './commands';
export * from './duration';
export * from './events';
export * from './test-clock.dto';
export * from './test-clock.resource';
