/** The gym's members with the profile that a scan needs. All are fictional; replace them with your own user records. */
import type { HandoffProfile } from '../../server/contract/handoff-api.ts';

/** A member of the gym. */
export interface Member extends HandoffProfile {
  /** The gym's own stable id: the subject of the tokens that it signs. */
  id: string;
  email: string;
  /** The year in which the member joined. */
  since: number;
}

const address = {
  address_line_1: '41 Millrace Lane',
  city: 'New York',
  state: 'NY',
  postal_code: '10013',
};

const fictional: Member[] = [
  {
    id: 'tsn-2207',
    first_name: 'Odalys',
    last_name: 'Verhoeven',
    email: 'odalys@member.example',
    phone: '(212) 555-0142',
    date_of_birth: '1988-09-17',
    sex: 'female',
    address,
    height_inches: 67,
    weight_pounds: 148,
    since: 2021,
  },
  {
    id: 'tsn-3391',
    first_name: 'Marcus',
    last_name: 'Adeyemi-Holt',
    email: 'marcus@member.example',
    phone: '1-212-555-0177',
    date_of_birth: '1974-03-02',
    sex: 'male',
    address: { ...address, address_line_1: '7 Cooper Row' },
    height_inches: 71.5,
    weight_pounds: 196,
    since: 2018,
  },
];

/** The members by id. */
export const members: ReadonlyMap<string, Member> = new Map(fictional.map((member) => [member.id, member]));
