/** The document of the hosted page: a shell for its script, and what stands there when the address leads nowhere. */
const calm = {
  open: '<h1>Your appointment</h1><p class="quiet">Getting your times…</p>',
  expired:
    '<h1>This page has expired</h1><p>For your privacy it stays open for a day. Nothing was lost: go back to where you ordered your test and open scheduling again.</p>',
  unknown:
    '<h1>There is nothing here</h1><p>This address leads to no appointment. Go back to where you ordered your test and open scheduling again.</p>',
};

export function hostedDocument(is: keyof typeof calm): string {
  const script =
    is === 'unknown' ? '' : '<script type="module" src="/files/hosted/page/schedule.js"></script>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Schedule your test</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/files/hosted/page/base.css">
<link rel="stylesheet" href="/files/hosted/page/schedule.css">
${script}
</head>
<body>
<main id="page" data-is="${is}">
<header class="masthead">Test scheduling</header>
<section id="view">${calm[is]}
<noscript><p>This page needs JavaScript.</p></noscript></section>
</main>
</body>
</html>
`;
}
