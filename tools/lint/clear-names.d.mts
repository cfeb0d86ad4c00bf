import type { Rule } from 'eslint';

export declare const clearNames: Rule.RuleModule;
