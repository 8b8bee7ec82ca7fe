/** An error whose message is one sentence for the operator: the command prints it as it is. */
export class CommandError extends Error {}
