/** The settings that hold a sentence have one text for each language. */
import { expect, it } from 'vitest';
import { readTexts, sentenceOf } from '../../server/config/customer-words.ts';
import { findUnknown } from '../../server/config/given-settings.ts';

const env = {
  CANCELLATION_TERMS: 'Free until the day before.',
  CANCELLATION_TERMS_ES: 'Gratis hasta el día anterior.',
  CANCELLATION_TERMS_PT_BR: 'Grátis até o dia anterior.',
  REFUND_IF_STOPPED_DE: 'Alles zurück.',
  PORT: '8080',
};

it('collects the texts of a setting, by language', () => {
  expect(readTexts(env)).toEqual({
    CANCELLATION_TERMS: {
      default: 'Free until the day before.',
      es: 'Gratis hasta el día anterior.',
      'pt-BR': 'Grátis até o dia anterior.',
    },
    REFUND_IF_STOPPED: { de: 'Alles zurück.' },
    PORT: '8080',
  });
});

it('knows these names, and no language of a setting that holds no sentence', () => {
  expect(findUnknown(env)).toEqual([]);
  expect(sentenceOf('SUPPORT_PHONE_ES')).toBeNull();
  expect(findUnknown({ SUPPORT_PHONE_ES: '555 0100' })).toHaveLength(1);
});
