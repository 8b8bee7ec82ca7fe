/** An invented physician, as the partner knows one. For tests of servers and of browsers, so it imports nothing else. */
import type { ProviderAnswer } from '../../server/contract/physician-api.ts';

/** The physician's data, complete. */
export const clinician: ProviderAnswer['physician'] = {
  full_name: 'Ada Moreau-Whitlock',
  credentials: 'MD',
  npi: '1730184458',
  license_state: 'NY',
  license_number: 'MED-204417',
  ordering_entity: 'Harbor Street Clinic',
  contact: {
    type: 'office',
    address: { address_line_1: '18 Harbor Street', city: 'New York', state: 'NY', postal_code: '10002' },
    phone: '2125550142',
  },
};
