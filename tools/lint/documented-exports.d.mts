import type { Rule } from 'eslint';

export declare const documentedExports: Rule.RuleModule;
