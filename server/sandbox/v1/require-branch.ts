/** The check that a key, or an existing workflow, is provisioned for a branch (CFG-17, GAP-04). */
import { codedError } from '../engine/api-error.ts';

/**
 * Checks that a branch is provisioned.
 * @throws ApiError 409 if it is not
 */
export function requireBranch(provisioned: boolean): void {
  if (!provisioned)
    throw codedError(409, 'SANDBOX_BRANCH_NOT_PROVISIONED', 'This branch is not provisioned here.');
}
