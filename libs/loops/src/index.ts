export * from './pending-input';
export * from './wakeable-loop';
