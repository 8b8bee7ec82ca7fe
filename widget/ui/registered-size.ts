/**
 * Makes `--_dx-size` the font size of the element in all that it contains, as sizes in `em` would multiply. Browsers
 * without it (Firefox before 128) take the size of the parent.
 *
 * The first step of a booking does without it, because all sizes in it are those of the element: the browser computes the
 * styles of the whole page again for it.
 */
try {
  CSS.registerProperty({ name: '--_dx-size', syntax: '<length>', inherits: true, initialValue: '16px' });
} catch {
  // Another copy of the widget has registered it.
}
