/** The oldest browsers that the widget supports; test/widget/browser-floor.test.ts holds the build to them. */
export const target = ['chrome111', 'firefox115', 'safari16.4'];
