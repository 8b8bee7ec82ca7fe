/** The clinic's hooks, with a profile of every customer. */
import { hooks as clinic } from '../../examples/full-api/hooks.ts';
import type { Hooks } from '../../server/partner/hooks.ts';

export const hooks: Hooks = {
  ...clinic,
  customerProfile: async () => ({
    first_name: 'Maren',
    last_name: 'Okonski-Wasserstrahl',
    date_of_birth: '1979-04-12',
    sex: 'female',
    email: 'maren@patient.example',
    phone: '212 555 0134',
    address: { address_line_1: '18 Harbor Street', city: 'New York', state: 'NY', postal_code: '10002' },
  }),
};
