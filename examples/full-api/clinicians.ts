/** The clinic's clinicians. All are fictional; replace them with your own staff directory. */

/** A clinician who orders tests. */
export interface Clinician {
  /** Begins with `staff-`, unlike a patient's id: hooks.ts derives the role from it. */
  id: `staff-${string}`;
  name: string;
  /** Text next to the name on the sign-in page. */
  note: string;
}

/** The clinic's clinicians. */
export const clinicians: readonly Clinician[] = [
  { id: 'staff-moreau', name: 'Dr. Ada Moreau', note: 'Internal medicine' },
  { id: 'staff-whitlock', name: 'Dr. Jonas Whitlock', note: 'Family medicine' },
];
