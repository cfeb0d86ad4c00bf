export * from './aggregate';
