export * from './wakeable-loop';
