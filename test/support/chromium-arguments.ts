/** How the tests start Chromium: without what costs processor time and no page sees. */

/** Features that Playwright 1.64 disables. Chromium reads only the last `--disable-features`, so that ours has to repeat them. */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
];

/** The suggestions below the address bar: two hidden pages in each window, which take half of the processor time of a test. */
const addressSuggestions = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** A process started in advance for the next site that a page opens. Most tests open no other. */
const spareProcess = 'SpareRendererForSitePerProcess';

/** Arguments for `chromium.launch`. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...disabledByPlaywright, ...addressSuggestions, spareProcess].join(',')}`,
];
