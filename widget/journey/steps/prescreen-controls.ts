/** Which controls of a prescreen form can be shown as they are meant (PRE-06, PRE-08, GAP-44). */
const known = ['date_parts', 'boolean_radio', 'text'] as const;

export function isKnown(control: string): boolean {
  return known.some((name) => name === control);
}
