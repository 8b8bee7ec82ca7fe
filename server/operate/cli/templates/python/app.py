"""Your site: the page, the tokens of its users, and the hooks that the booking server asks."""

import json
import os
import uuid
from functools import partial
from http.cookies import SimpleCookie
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from hooks import HOOKS
from signatures import is_signed
from tokens import issue_token


def read_settings(path: str) -> None:
    """Reads the settings that `dx-booking init` has written."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, equals, value = line.strip().partition("=")
            if equals and name.isidentifier():
                os.environ.setdefault(name, value.strip("'"))


class Site(SimpleHTTPRequestHandler):
    def user_id(self):
        """Replace this with your own sign-in. Return None if nobody is signed in."""
        user = SimpleCookie(self.headers.get("cookie")).get("test_user")
        return user and user.value

    def end_headers(self) -> None:
        """Remove this with it: on your own machine, opening the page signs in a new test user. A return from a payment
        page does not."""
        is_page = self.command == "GET" and self.path.partition("?")[0] == "/"
        if is_page and self.headers.get("host", "").startswith("localhost:"):
            self.send_header("cache-control", "no-store")
            if self.user_id() is None or self.headers.get("sec-fetch-site") == "none":
                self.send_header("set-cookie", f"test_user={uuid.uuid4()}; HttpOnly")
        super().end_headers()

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path == "/subject-token":
            user_id = self.user_id()
            return self.send_error(401) if user_id is None else self.send_json({"token": issue_token(user_id)})
        if not is_signed(self.headers, body, os.environ["HOOKS_SECRET"]):
            return self.send_error(401)
        call = json.loads(body)
        hook = HOOKS.get(call["hook"])
        if hook is None or self.path != f"/hooks/{call['hook']}":
            return self.send_error(404)
        return self.send_json({"result": hook(call["request"])})

    def send_json(self, value) -> None:
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(value).encode())


if __name__ == "__main__":
    read_settings(".env")
    server = ThreadingHTTPServer(("127.0.0.1", 8000), partial(Site, directory="public"))
    print("Open http://localhost:8000", flush=True)
    server.serve_forever()
