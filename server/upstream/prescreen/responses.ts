/** What the server needs of the prescreen form: every question, and which of them must be answered (PRE-04..PRE-13). */
import { z } from 'zod';
import { prescreenForm as namedForm } from '../../contract/upstream-api/prescreen.ts';
import { mustAnswer, orNull, type ReadOf, reader, textOrNumber, wholeList } from '../response-reader.ts';

/** The response to the read of the form. Questions and texts are needed as they are. */
export const prescreenForm = reader({
  needed: z.looseObject({
    required_fields: wholeList(z.string()),
    copy: z.looseObject({
      sections: wholeList(
        z.looseObject({
          id: textOrNumber,
          title: z.string().nullish(),
          fields: wholeList(
            z.looseObject({
              name: z.string(),
              label: z.string(),
              control: z.string(),
              required: mustAnswer,
              options: z.array(z.unknown()).nullish(),
            }),
          ),
        }),
      ),
      consent: z.looseObject({ field: z.string(), label: z.string() }),
      submit_button_text: orNull(z.string()),
    }),
  }),
  named: namedForm,
});
/** The form of a prescreen as the server reads it. */
export type PrescreenForm = ReadOf<typeof prescreenForm>;
