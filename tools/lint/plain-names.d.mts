import type { Rule } from 'eslint';

export declare const plainNames: Rule.RuleModule;
