/** Refuses a call of a branch that the key, or the workflow in hand, was not provisioned for (CFG-17, GAP-04). */
import { codedError } from '../engine/api-error.ts';

export function requireBranch(provisioned: boolean): void {
  if (!provisioned)
    throw codedError(409, 'SANDBOX_BRANCH_NOT_PROVISIONED', 'This branch is not provisioned here.');
}
