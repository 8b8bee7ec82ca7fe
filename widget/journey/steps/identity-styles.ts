/** The styles of the profile: one column, and only fields of one line side by side. */
import { css } from 'lit';

/** What the step `identity` adds to a form's styles. */
export const identityStyles = css`
  .group {
    padding: 0 0 16px;
    font-size: calc(var(--_dx-size) * 1.125);
    line-height: 1.3;
    font-weight: 650;
  }
  .two,
  .three {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    align-items: start;
    gap: 12px;
  }
  @container (max-width: 240px) {
    .two,
    .three {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (min-width: 480px) {
    .three {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
  }
`;
