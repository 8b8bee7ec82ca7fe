import { catalogue } from '../catalogue.ts';

/** The results of a test. Their names, texts and most units come from the testing service in English. */
export const results = catalogue('results', {
  /** Heading; `test` is the name of the test. */
  heading: '{test} results',
  /** Below the results. */
  advice: 'Questions about your results? Ask your doctor.',
  /** In place of the results. */
  none: 'Your results aren’t here yet. Please check back later.',
  /** The service has more results than are shown. */
  more: 'You have more results than we can show here.',
  /** Heading of one of several records; `name` comes from the service. */
  numbered: '{name} {count}',
  /** Below a value; `range` is one of the next three. */
  range: 'Reference range: {range}',
  /** A range. */
  rangeBetween: '{low} to {high}',
  /** A range without an upper end. */
  rangeFrom: '{low} or more',
  /** A range without a lower end. */
  rangeTo: '{high} or less',
  /** Unit of a heart rate. */
  unitBpm: 'beats per minute',
  /** Unit of energy. */
  unitKcalDay: 'calories a day',
  /** Unit of a calcium score. */
  unitAgatston: 'Agatston units',
  /** Unit of a T-score or Z-score. */
  unitDeviations: 'standard deviations',
  /** A value that is empty. */
  notGiven: 'Not given',
  /** A value. */
  yes: 'Yes',
  /** A value. */
  no: 'No',
  /** Label of a unit without a number; `name` comes from the service. */
  unitOf: '{name} (unit)',
  /** Label of a range without a number; `name` comes from the service. */
  rangeOf: '{name} (range)',
  /** Opens the table. */
  table: 'Show as a table',
  /** Name of the table for screen readers. */
  tableLabel: 'Results as a table',
  /** Head of the table, and of the file. */
  columnName: 'Name',
  /** Head of the table, and of the file. */
  columnValue: 'Value',
  /** Head of the table, and of the file. */
  columnUnit: 'Unit',
  /** Head of the table. */
  columnRange: 'Reference range',
  /** Head of the file: which part of the results. */
  columnSection: 'Section',
  /** Head of the file: lower end of the range. */
  columnLow: 'Low',
  /** Head of the file: upper end of the range. */
  columnHigh: 'High',
  /** Button: prints the results; a browser can save them as a PDF there. */
  print: 'Print or save as PDF',
  /** Button: saves a file that a spreadsheet opens. */
  csv: 'Download for a spreadsheet (CSV)',
});
