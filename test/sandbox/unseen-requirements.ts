/** The requirements of a service that nobody outside can see, and why. Each other one is the subject of a check. */
const byTheCustomer =
  'The page posts it after an act of the customer, and the specification names no control of the page.';

/** The reason, by the id of the requirement. */
export const unseen: Readonly<Record<string, string>> = {
  'ENV-02':
    'The address of the service is an argument of a run. The service does not say what else it serves.',
  'ENV-08': 'No response says where its data is from.',
  'ORD-09': 'Nothing shows a payment that is not collected.',
  'HND-18': 'The specification names no control of the hosted page, so none can be missed.',
  'HND-19': 'The specification names no control of the hosted page, so none can be used.',
  'EMB-03': byTheCustomer,
  'EMB-04': byTheCustomer,
  'EMB-05': byTheCustomer,
  'EMB-06': byTheCustomer,
  'EMB-07': 'No request makes the page fail.',
};
