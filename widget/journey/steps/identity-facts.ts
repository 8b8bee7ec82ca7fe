/** The known profile of a customer: as texts of the form, and as lines. */
import { html } from 'lit';
import type { KnownProfile } from '../../../server/contract/journey-api/answers.ts';
import { identity } from '../../texts/english.ts';
import type { Fact } from '../../ui/facts.ts';
import { dateWithYear } from '../../ui/format.ts';
import { stateCode } from '../../ui/state-codes.ts';
import type { IdentityGroup, TextName, Texts } from './identity-fields.ts';

/** @returns the text of each field that a profile fills in; `height_inches` is what is left above the whole feet */
export function knownTexts(profile: KnownProfile | null): Texts {
  const height = profile?.height_inches;
  // To a tenth, before it is split: 71.97 inches are six feet.
  const tenths = Math.round((height ?? 0) * 10);
  const weight = profile?.weight_pounds;
  const address = Object.entries(profile?.address ?? {}).map(([key, text]) => [`address.${key}`, text]);
  const texts = {
    first_name: profile?.first_name,
    last_name: profile?.last_name,
    email: profile?.email,
    phone: profile?.phone,
    ...Object.fromEntries(address),
    feet: height === undefined ? '' : String(Math.floor(tenths / 120)),
    height_inches: height === undefined ? '' : String((tenths % 120) / 10),
    weight_pounds: weight === undefined ? '' : String(weight),
  };
  return texts as Texts;
}

type Lines = (texts: Texts, birthDate: string, sex: 'female' | 'male' | undefined) => Fact[];
const of = (texts: Texts, ...names: TextName[]): string[] =>
  names.map((name) => (texts[name] ?? '').trim()).filter((text) => text !== '');

/** Draws the lines of each group from valid values. `birthDate` is YYYY-MM-DD. */
export const identityFacts: Record<IdentityGroup, Lines> = {
  person: (texts, birthDate, sex) => [
    { name: identity('name'), value: of(texts, 'first_name', 'last_name').join(' ') },
    { name: identity('dateOfBirth'), value: dateWithYear(birthDate) },
    { name: identity('sex'), value: sex === 'male' ? identity('male') : identity('female') },
  ],
  measures: ({ feet = '', height_inches: inches = '', weight_pounds: pounds = '' }) => [
    { name: identity('height'), value: identity('heightValue', { feet, inches }) },
    { name: identity('weightName'), value: identity('weightValue', { pounds }) },
  ],
  contact: (texts) => [
    { name: identity('email'), value: of(texts, 'email').join() },
    { name: identity('phone'), value: html`<bdi>${of(texts, 'phone')}</bdi>` },
  ],
  home: (texts) => {
    const state = texts['address.state'] ?? '';
    const region = [stateCode(state) ?? state, ...of(texts, 'address.postal_code')].join(' ');
    const city = of(texts, 'address.city').join();
    const street = of(texts, 'address.address_line_1', 'address.address_line_2').join(', ');
    return [
      { name: identity('address'), value: html`<bdi>${street}</bdi><br /><bdi>${city}, ${region}</bdi>` },
    ];
  },
};
