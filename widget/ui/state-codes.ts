/** The states of the US with its territories and military addresses, and the provinces of Canada, by code. */
const names = `
AL Alabama
AK Alaska
AZ Arizona
AR Arkansas
CA California
CO Colorado
CT Connecticut
DE Delaware
DC District of Columbia
DC Washington DC
FL Florida
GA Georgia
HI Hawaii
ID Idaho
IL Illinois
IN Indiana
IA Iowa
KS Kansas
KY Kentucky
LA Louisiana
ME Maine
MD Maryland
MA Massachusetts
MI Michigan
MN Minnesota
MS Mississippi
MO Missouri
MT Montana
NE Nebraska
NV Nevada
NH New Hampshire
NJ New Jersey
NM New Mexico
NY New York
NC North Carolina
ND North Dakota
OH Ohio
OK Oklahoma
OR Oregon
PA Pennsylvania
RI Rhode Island
SC South Carolina
SD South Dakota
TN Tennessee
TX Texas
UT Utah
VT Vermont
VA Virginia
WA Washington
WV West Virginia
WI Wisconsin
WY Wyoming
AS American Samoa
GU Guam
MP Northern Mariana Islands
PR Puerto Rico
VI US Virgin Islands
VI Virgin Islands
AA Armed Forces Americas
AE Armed Forces Europe
AP Armed Forces Pacific
AB Alberta
BC British Columbia
MB Manitoba
NB New Brunswick
NL Newfoundland and Labrador
NS Nova Scotia
NT Northwest Territories
NU Nunavut
ON Ontario
PE Prince Edward Island
QC Quebec
SK Saskatchewan
YT Yukon`;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}]+/gu, '')
    .toLowerCase();

/**
 * Finds the two-letter code of a state or province that a person typed, as a code or by its name.
 * @returns null if there is none
 */
export function stateCode(typed: string): string | null {
  // "New York State", "State of Washington".
  const text = plain(typed).replace(/^stateof|state$/, '');
  for (const [, code = '', name = ''] of names.matchAll(/(..) (.+)/g))
    if (text === code.toLowerCase() || text === plain(name)) return code;
  return null;
}
