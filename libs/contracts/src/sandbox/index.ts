export * from './cards';
export * from './instruments';
export * from './kyc-numbers';
export * from './kyc-outcomes';
export * from './otp';
export * from './payment-outcomes';
export * from './refunds';
export * from './testing';
export { CAPTURED, type SandboxPlan, type SandboxStep } from './payment-plan';
