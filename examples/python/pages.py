"""The pages as HTML. Every value is escaped."""

from html import escape


def layout(title: str, body: str, user=None, scripts: str = "") -> str:
    who = (
        f'<span>{escape(user["name"])}</span>'
        '<form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>'
        if user
        else '<a href="/sign-in">Sign in</a>'
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)} · Lindmoor Climbing</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/site.css">
{scripts}</head>
<body>
<header><a class="brand" href="/">Lindmoor Climbing</a><nav aria-label="Account">{who}</nav></header>
<main>{body}</main>
<footer>A demonstration. The gym, its members and its payments are invented.</footer>
</body>
</html>"""


def home(user) -> str:
    links = '<p><a href="/book">Book a test</a></p><p><a href="/appointments">Your appointments</a></p>'
    staff = '<p><a href="/events">Events</a></p>' if user and user["id"] == "lm-staff" else ""
    return layout("Tests for members", f"<h1>Tests for members</h1>{links}{staff}", user)


def sign_in(users, target: str) -> str:
    following = f'<input type="hidden" name="next" value="{escape(target)}">'
    known = "".join(
        f'<form method="post" action="/sign-in">{following}'
        f'<button name="user" value="{escape(user["id"])}">{escape(user["name"])}</button>'
        f' <small>{escape(user["note"])}</small></form>'
        for user in users
    )
    new = (
        f'<form method="post" action="/sign-in">{following}'
        '<label>Full name <input name="name" required maxlength="80" autocomplete="name"></label>'
        " <button>Continue</button></form>"
    )
    return layout("Sign in", f"<h1>Sign in</h1>{known}<h2>New here?</h2>{new}")


def widget(title: str, tag: str, user: dict, server_url: str, token: str) -> str:
    """A page with one element of the widget, which the booking server also serves."""
    scripts = (
        '<script type="module" src="/static/subject-token.js"></script>\n'
        f'<script type="module" src="{escape(server_url)}/widget/v1/loader.js"></script>\n'
    )
    element = f'<{tag} server="{escape(server_url)}" subject-token="{escape(token)}"></{tag}>'
    return layout(title, f"<h1>{escape(title)}</h1>{element}", user, scripts)


def pay(bill: dict, user: dict) -> str:
    amount = f'{bill["amount"]:.2f} {escape(bill["currency"])}'
    lines = f'<p>{escape(bill["description"])}: <strong>{amount}</strong></p>'
    if bill["reference"]:
        back = f'<p><a href="{escape(bill["returnUrl"])}">Back to your booking</a></p>'
        return layout("Paid", f"<h1>Your payment is complete</h1>{lines}{back}", user)
    back = f'<p><a href="{escape(bill["cancelUrl"])}">Back without paying</a></p>'
    form = f'<form method="post" action="/pay/{escape(bill["number"])}"><button>Pay {amount}</button></form>'
    return layout("Pay", f"<h1>Pay for your test</h1>{lines}{form}{back}", user)


def events(log, user: dict) -> str:
    rows = "".join(
        f'<tr><td><code>{escape(event["id"])}</code></td><td>{escape(event["type"])}</td>'
        f'<td><code>{escape(event["body"])}</code></td></tr>'
        for event in log
    )
    table = f"<table><thead><tr><th>Id</th><th>Type</th><th>Event</th></tr></thead><tbody>{rows}</tbody></table>"
    return layout("Events", f"<h1>Events</h1>{table if rows else '<p>No events yet.</p>'}", user)
