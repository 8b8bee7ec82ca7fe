/** The clinic's clinicians. All are fictional; replace them with your own staff directory. */

export interface Clinician {
  /** Begins with `staff-`, unlike a patient's id: hooks.ts derives the role from it. */
  id: `staff-${string}`;
  name: string;
  note: string;
}

export const clinicians: readonly Clinician[] = [
  { id: 'staff-moreau', name: 'Dr. Ada Moreau', note: 'Internal medicine' },
  { id: 'staff-whitlock', name: 'Dr. Jonas Whitlock', note: 'Family medicine' },
];
