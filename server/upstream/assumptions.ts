/**
 * What the specification does not show and this server needs all the same: each named, with its default (requirements,
 * "Not shown"; VER-10). What onboarding answers differently is changed here and nowhere else.
 */
import type { Price } from '../contract/journey-api/views.ts';
import type { Product } from '../contract/upstream-api/offerings.ts';
import {
  type AppointmentQuestionnaire,
  type QuestionnaireSubmission,
  questionnaireSubmission,
} from '../contract/upstream-api/questionnaire.ts';

interface Assumptions {
  consent: {
    decisionKeys: Record<'id' | 'label' | 'link' | 'format' | 'detail', readonly string[]>;
    htmlFormats: readonly string[];
  };
  product: { priceField: 'retail_price' | 'integrator_price' };
}

export const assumptions: Assumptions = {
  consent: {
    /**
     * The keys of a decision item, the likeliest first (GAP-17).
     * @default those of the staging service's wording: label, detail link, detail format, detail content
     */
    decisionKeys: {
      id: ['id', 'decision_id', 'key'],
      label: ['label', 'decision_label', 'title'],
      link: ['detail_link', 'detail_link_label', 'link_label', 'link'],
      format: ['detail_format', 'format', 'content_format'],
      detail: ['detail_content', 'detail', 'content', 'view_consent_html'],
    },
    /** The detail formats that are HTML; any other is shown as text (GAP-18). */
    htmlFormats: ['html', 'text/html'],
  },
  product: {
    /** The price that a customer is shown (GAP-11). @default 'retail_price' */
    priceField: 'retail_price',
  },
};

/** The amount as it came, in its own currency: nothing is calculated (GAP-11, DISC-30). */
export const shownPrice = (product: Product): Price => ({
  amount: product[assumptions.product.priceField],
  currency: product.currency,
});

/** Where a finalized submission stands on the appointment's read: under `submission`, or its fields beside the definition's (GAP-59). */
export const submissionOn = (read: AppointmentQuestionnaire): QuestionnaireSubmission | null =>
  questionnaireSubmission.safeParse(read.submission ?? read).data ?? null;
