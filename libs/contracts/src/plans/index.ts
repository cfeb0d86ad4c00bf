export * from './commands';
export * from './events';
export * from './plan.dto';
export * from './plan.resource';
