/** The styles of the physician's element and its forms. */
import { css } from 'lit';
import { choiceStyles } from '../ui/choice-styles.ts';
import { controls } from '../ui/controls.ts';
import { errorSummaryStyles } from '../ui/error-summary.ts';
import { factStyles } from '../ui/facts.ts';
import { helpStyles } from '../ui/help.ts';
import { layout } from '../ui/layout.ts';
import { levelRows } from '../ui/level-rows.ts';
import { skeletonStyles } from '../ui/skeleton.ts';
import { tokens } from '../ui/tokens.ts';
import { patientStyles } from './patient-strip.ts';

const own = css`
  .legend {
    margin-block-end: 12px;
    font-size: calc(var(--_dx-size) * 1.125);
    font-weight: 650;
  }
  .frame {
    display: grid;
    grid-template-columns: minmax(0, 640px);
    justify-content: center;
    gap: 24px;
    padding: 24px;
    background: var(--_surface);
  }
  @container (max-width: 359px) {
    .frame {
      padding-inline: 16px;
    }
  }
  @container (min-width: 520px) {
    fieldset.fields {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: 16px;
    }
  }
  .message .title {
    font-weight: 650;
  }
  .message button {
    margin-block-start: 12px;
  }
  .failed {
    border-color: color-mix(in srgb, var(--_danger) var(--_edge), transparent);
  }
`;

/** All styles of `<dx-physician-order>` and its forms. */
export const styles = [
  tokens,
  ...controls,
  choiceStyles,
  layout,
  levelRows,
  factStyles,
  errorSummaryStyles,
  skeletonStyles,
  patientStyles,
  helpStyles,
  own,
];
