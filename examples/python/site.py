"""A partner's whole site in Python's standard library: sign-in, booking, payment, hooks and events.

Environment: SITE_URL, SERVER_URL, HOOKS_SECRET, EVENTS_SECRET, BACKEND_SECRET. PORT and HOST are optional. README.md
shows how to run it.
"""

import json
import os
import signal
import sys
import urllib.request
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import hooks
import pages
from bills import Bills
from events import Events
from people import People
from signatures import is_signed

LARGEST_BODY = 64 * 1024
STATIC = {
    "/static/site.css": "text/css",
    "/static/subject-token.js": "text/javascript",
}


class Site:
    """The settings and the records."""

    def __init__(self, env):
        self.url = env["SITE_URL"].rstrip("/")
        self.server_url = env["SERVER_URL"].rstrip("/")
        self.hooks_secret = env["HOOKS_SECRET"]
        self.events_secret = env["EVENTS_SECRET"]
        self.backend_secret = env["BACKEND_SECRET"]
        self.people = People()
        self.bills = Bills()
        self.events = Events()

    def policy(self) -> str:
        """The content security policy: the widget's scripts and requests are the only foreign ones."""
        parts = urlsplit(self.server_url)
        server = f"{parts.scheme}://{parts.netloc}"
        return (
            "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; "
            f"frame-ancestors 'none'; script-src 'self' {server}; connect-src 'self' {server}; "
            "require-trusted-types-for 'script'"
        )

    def revoke(self, subject: str) -> None:
        """Ends the widgets of a user who signs out. Without an answer their tokens end by themselves."""
        request = urllib.request.Request(
            f"{self.server_url}/revoke",
            data=json.dumps({"subject": subject}).encode(),
            headers={"authorization": f"Bearer {self.backend_secret}", "content-type": "application/json"},
        )
        try:
            urllib.request.urlopen(request, timeout=5).close()
        except OSError as error:
            print(f"POST /revoke failed: {error}", file=sys.stderr)


class Handler(BaseHTTPRequestHandler):
    site: Site
    protocol_version = "HTTP/1.1"
    server_version = "lindmoor"
    timeout = 30

    def do_GET(self):
        path = urlsplit(self.path).path
        user = self.user()
        if path in STATIC:
            file = Path(__file__).with_name("static") / Path(path).name
            return self.send(200, file.read_bytes(), STATIC[path])
        if path == "/":
            return self.page(pages.home(user))
        if path == "/sign-in":
            target = parse_qs(urlsplit(self.path).query).get("next", ["/"])[0]
            return self.page(pages.sign_in(self.site.people.users.values(), target))
        if user is None and path.startswith(("/book", "/appointments", "/pay/", "/events")):
            return self.redirect(f"/sign-in?next={quote(path)}")
        if path == "/book":
            return self.widget("Book a test", "dx-booking", user)
        if path == "/appointments":
            return self.widget("Your appointments", "dx-appointments", user)
        if path == "/events" and user["id"] == "lm-staff":
            return self.page(pages.events(self.site.events.all(), user))
        bill = self.own_bill(path, user)
        return self.page(pages.pay(bill, user)) if bill else self.send(404)

    def do_POST(self):
        path = urlsplit(self.path).path
        length = self.headers.get("content-length", "")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            self.close_connection = True
            return self.send(413)
        body = self.rfile.read(int(length))
        if path.startswith("/hooks/"):
            return self.hook(path[len("/hooks/") :], body)
        if path == "/events":
            return self.event(body)
        # A browser sends the origin with every POST, so no other site can act for a user.
        if self.headers.get("origin") != self.site.url:
            return self.send(403)
        return self.act(path, parse_qs(body.decode("utf-8", "replace")))

    def hook(self, name: str, body: bytes):
        """Answers the booking server: 401 for a bad signature, 404 for a hook that is not here."""
        if not is_signed(self.headers, body, self.site.hooks_secret):
            return self.send(401)
        call = json.loads(body)
        # The signature covers the body, and not the path.
        if name not in hooks.HOOKS or call["version"] != 1 or call["hook"] != name:
            return self.send(404)
        try:
            result = hooks.answer(self.site, name, call["request"])
        except (KeyError, TypeError, ValueError) as error:
            # The server treats every status but 200 as a failure: nothing is paid, and nobody is signed in.
            print(f"hook {name} failed: {type(error).__name__}", file=sys.stderr)
            return self.send(400)
        return self.send(200, json.dumps({"result": result}).encode(), "application/json")

    def event(self, body: bytes):
        """Keeps an event. A repeated one is accepted and not kept again."""
        if not is_signed(self.headers, body, self.site.events_secret):
            return self.send(401)
        self.site.events.keep(self.headers["webhook-id"], json.loads(body))
        return self.send(204)

    def act(self, path: str, form: dict):
        """What a signed-in or signed-out user does on the site's own pages."""
        people, user = self.site.people, self.user()
        if path == "/sign-in":
            name = form.get("name", [""])[0].strip()[:80]
            chosen = people.add(name) if name else people.users.get(form.get("user", [""])[0])
            if chosen is None:
                return self.redirect("/sign-in")
            cookie = f"session={people.begin_session(chosen)}; Path=/; HttpOnly; SameSite=Lax"
            return self.redirect(local_path(form.get("next", ["/"])[0]), cookie)
        if user is None:
            return self.send(401)
        if path == "/sign-out":
            people.end_session(self.session())
            self.site.revoke(user["id"])
            return self.redirect("/", "session=; Path=/; Max-Age=0")
        if path == "/subject-token":
            token = {"token": people.issue_token(user)}
            return self.send(200, json.dumps(token).encode(), "application/json")
        bill = self.own_bill(path, user)
        if bill is None:
            return self.send(404)
        self.site.bills.pay(bill)
        return self.redirect(bill["returnUrl"])

    def own_bill(self, path: str, user):
        bill = self.site.bills.find(path[len("/pay/") :]) if path.startswith("/pay/") else None
        return bill if bill and user and bill["subject"] == user["id"] else None

    def session(self) -> str:
        try:
            cookie = SimpleCookie(self.headers.get("cookie", "")).get("session")
        except CookieError:
            return ""
        return cookie.value if cookie else ""

    def user(self):
        return self.site.people.in_session(self.session())

    def widget(self, title: str, tag: str, user: dict):
        token = self.site.people.issue_token(user)
        self.page(pages.widget(title, tag, user, self.site.server_url, token))

    def page(self, html: str):
        self.send(200, html.encode(), "text/html; charset=utf-8")

    def redirect(self, to: str, cookie: str = ""):
        self.send(303, headers={"location": to, **({"set-cookie": cookie} if cookie else {})})

    def send(self, status: int, body: bytes = b"", kind: str = "text/plain", headers=None):
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", str(len(body)))
        self.send_header("content-type", kind)
        self.send_header("cache-control", "no-store")
        self.send_header("content-security-policy", self.site.policy())
        self.send_header("x-content-type-options", "nosniff")
        self.send_header("referrer-policy", "strict-origin-when-cross-origin")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):
        """Logs no requests: their paths name bills."""


def local_path(target: str) -> str:
    """A path on this site; `/` for everything that could lead elsewhere."""
    return target if target.startswith("/") and target[1:2] not in ("/", "\\") and target.isprintable() else "/"


def main():
    Handler.site = Site(os.environ)
    host = os.environ.get("HOST", "127.0.0.1")
    port = int(os.environ.get("PORT", urlsplit(Handler.site.url).port or 80))
    server = ThreadingHTTPServer((host, port), Handler)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print(f"site ready {Handler.site.url}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
