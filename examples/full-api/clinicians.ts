/** The clinic's clinicians. All are fictional; replace them with your own staff directory. */

import type { ClinicianProfile } from '../../server/partner/hooks.ts';

/** A clinician who orders tests. */
export interface Clinician {
  /** Begins with `staff-`, unlike a patient's id: hooks.ts derives the role from it. */
  id: `staff-${string}`;
  name: string;
  /** Text next to the name on the sign-in page. */
  note: string;
  /** What the clinician orders with: the form of an order is prefilled with it. */
  profile: ClinicianProfile;
}

const office = {
  ordering_entity: 'Harbor Street Clinic',
  contact: {
    type: 'office',
    address: { address_line_1: '18 Harbor Street', city: 'New York', state: 'NY', postal_code: '10002' },
    phone: '(555) 010-0142',
  },
};

/** The clinic's clinicians. */
export const clinicians: readonly Clinician[] = [
  {
    id: 'staff-moreau',
    name: 'Dr. Ada Moreau',
    note: 'Internal medicine',
    profile: {
      full_name: 'Ada Moreau-Whitlock',
      credentials: 'MD',
      npi: '1730184458',
      license_state: 'NY',
      license_number: 'MED-204417',
      ...office,
    },
  },
  // This one types the data in, as with a partner that has no such hook.
  { id: 'staff-whitlock', name: 'Dr. Jonas Whitlock', note: 'Family medicine', profile: {} },
];
