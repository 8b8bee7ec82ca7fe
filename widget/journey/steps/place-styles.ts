/** The look of the search for a place. */
import { css } from 'lit';

export const placeStyles = css`
  .tests {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  .tests .choice {
    padding: 14px;
  }
  .tests .choice span {
    min-inline-size: 0;
  }
  .tests .name {
    display: block;
    font-weight: 600;
  }
  .tests .about {
    display: block;
    color: var(--_quiet);
    font-size: 14px;
    line-height: 20px;
    margin-block-start: 4px;
  }
  .tests .takes {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .tests .takes > svg {
    inline-size: 16px;
    block-size: 16px;
  }
  .picked,
  .pages {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 16px;
  }
  .near input {
    max-inline-size: 240px;
  }
  @container (min-width: 560px) {
    .tests {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`;
