/** The clinic's patients. All are fictional; replace them with your own user records. */
import { randomUUID } from 'node:crypto';

/** A patient of the clinic. */
export interface Patient {
  /** The clinic's own stable id: the subject of the tokens that it signs. */
  id: string;
  name: string;
  /** Text next to the name on the sign-in page. */
  note: string;
}

const fictional: Patient[] = [
  { id: 'hsc-10418', name: 'Maren Okonski', note: 'Patient since 2019' },
  { id: 'hsc-11972', name: 'Tobias Fennimore', note: 'Patient since 2022' },
  {
    id: 'hsc-12655',
    name: 'Ines Calloway-Brandt',
    note: 'Patient since last month',
  },
];

/** Creates the clinic's patients, in memory. */
export function createPatients() {
  const patients = new Map(fictional.map((patient) => [patient.id, patient]));
  return {
    /** The patients that everyone may choose, without those who were added. */
    list: (): readonly Patient[] => fictional,
    find: (id: string): Patient | undefined => patients.get(id),
    add(name: string): Patient {
      const patient = { id: `hsc-${randomUUID()}`, name, note: 'New patient' };
      patients.set(patient.id, patient);
      return patient;
    },
  };
}
/** The initials of a first and a last name, in capitals. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return words
    .filter((_, at) => at === 0 || at === words.length - 1)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('');
}
