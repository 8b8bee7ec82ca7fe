/** The roles of operators, and what each may do. */
import type { AccessAction } from '../server-api/access.ts';

/** The roles of operators. */
export const operatorRoles = ['support', 'privacy', 'admin'] as const;
/** The role of an operator: `support` helps users, `privacy` also gives and erases their data, `admin` does all. */
export type OperatorRole = (typeof operatorRoles)[number];

interface ActionRule {
  /** The roles that may do it. */
  roles: readonly OperatorRole[];
  /** Its name in the access log. */
  logged: AccessAction;
}

const all = operatorRoles;
const privacy = ['privacy', 'admin'] as const;
const admin = ['admin'] as const;

/** The rule of each action. */
export const operatorActions = {
  lookup: { roles: all, logged: 'view' },
  list: { roles: all, logged: 'view' },
  retry: { roles: all, logged: 'retry' },
  note: { roles: all, logged: 'note' },
  show: { roles: privacy, logged: 'view' },
  export: { roles: privacy, logged: 'export' },
  erase: { roles: privacy, logged: 'erase' },
  retry_parked: { roles: admin, logged: 'retry' },
  release: { roles: admin, logged: 'release' },
} as const satisfies Record<string, ActionRule>;

/** An action of an operator. */
export type OperatorAction = keyof typeof operatorActions;
/** All actions. */
export const operatorActionNames = Object.keys(operatorActions) as [OperatorAction, ...OperatorAction[]];

/** Lists the actions that a role may do. */
export const actionsOfRole = (role: OperatorRole): OperatorAction[] =>
  operatorActionNames.filter((name) =>
    (operatorActions[name].roles as readonly OperatorRole[]).includes(role),
  );
