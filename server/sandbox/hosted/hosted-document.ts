/** The document of the hosted page: a shell for its script, or a message if the address has no appointment. */
import { pageDocument } from '../../pages/page-document.ts';

const messages = {
  open: '<h1>Your appointment</h1><p class="quiet">Loading your times…</p>',
  expired:
    '<h1>This page has expired</h1><p>For your privacy, it stays open for one day. Nothing is lost. Go back to the website where you ordered your test, and open scheduling again.</p>',
  unknown:
    '<h1>We can’t find this page</h1><p>Go back to the website where you ordered your test, and open scheduling again.</p>',
};

/** Makes the HTML document for a handoff that is open or expired, or for an address without one. */
export function hostedDocument(is: keyof typeof messages): string {
  return pageDocument({
    title: 'Schedule your test',
    styles: ['hosted/page/controls.css', 'hosted/page/schedule.css'],
    module: is === 'unknown' ? null : 'hosted/page/schedule',
    body: `<main id="page">
<header class="masthead">Test scheduling</header>
<hosted-schedule>${messages[is]}<noscript><p>This page needs JavaScript.</p></noscript></hosted-schedule>
</main>`,
  });
}
