import type { AccountScope, Program } from '#platform/http/access.ts';

/**
 * How a program reads figures of the whole account. They are made of all that came in: a test key, which sees test money
 * only, is told no money.
 */
export const figuresScope = (scope: AccountScope, { isTest }: Pick<Program, 'isTest'>): AccountScope =>
  isTest ? { ...scope, can: (permission) => permission !== 'payments.read' && scope.can(permission) } : scope;
