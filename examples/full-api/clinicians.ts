/** The clinicians of the clinic: all invented, kept in memory. */

export interface Clinician {
  /** Begins with `staff-`, as no patient's does: hooks.ts tells the roles apart by it. */
  id: `staff-${string}`;
  name: string;
  note: string;
}

export const clinicians: readonly Clinician[] = [
  { id: 'staff-moreau', name: 'Dr. Ada Moreau', note: 'Internal medicine' },
  { id: 'staff-whitlock', name: 'Dr. Jonas Whitlock', note: 'Family medicine' },
];
