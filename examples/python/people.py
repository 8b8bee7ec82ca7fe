"""The users, their sessions and the tokens for the widget, in memory. Replace them with your own."""

import secrets
import time

# Everyone is invented.
USERS = {
    "lm-101": {
        "id": "lm-101",
        "name": "Teodora Lindqvist",
        "note": "Member since 2021",
        "profile": {
            "first_name": "Teodora",
            "last_name": "Lindqvist",
            "date_of_birth": "1984-09-30",
            "sex": "female",
            "email": "teodora@member.example",
            "phone": "212 555 0188",
            "address": {
                "address_line_1": "7 Quarry Lane",
                "city": "New York",
                "state": "NY",
                "postal_code": "10002",
            },
        },
    },
    "lm-staff": {"id": "lm-staff", "name": "Front desk", "note": "Sees the events", "profile": None},
}

SESSION_SECONDS = 8 * 3600
TOKEN_SECONDS = 300


class People:
    """Users, sessions and tokens. A session or token is a random text that names a user until it ends."""

    def __init__(self):
        self.users = dict(USERS)
        self._sessions = {}
        self._tokens = {}

    def add(self, name: str) -> dict:
        """A new user, who has told the site a name and nothing else."""
        first, _, last = name.strip().partition(" ")
        user_id = f"lm-{secrets.token_hex(8)}"
        profile = {"first_name": first, "last_name": last} if last else {"first_name": first}
        self.users[user_id] = {"id": user_id, "name": name.strip(), "note": "New", "profile": profile}
        return self.users[user_id]

    def begin_session(self, user: dict) -> str:
        return _issue(self._sessions, user["id"], SESSION_SECONDS)

    def end_session(self, session: str) -> None:
        user = self.in_session(session)
        self._sessions.pop(session, None)
        if user:
            for token in [key for key, (user_id, _) in list(self._tokens.items()) if user_id == user["id"]]:
                self._tokens.pop(token, None)

    def in_session(self, session: str):
        user_id, _ = _find(self._sessions, session)
        return self.users.get(user_id)

    def issue_token(self, user: dict) -> str:
        """A token for the widget. It is not the session, which no script of the page can read."""
        return _issue(self._tokens, user["id"], TOKEN_SECONDS)

    def of_token(self, token: str):
        """The user's id and the end of the token, in seconds since the epoch; None if it is not valid."""
        user_id, ends_at = _find(self._tokens, token)
        return (user_id, ends_at) if user_id else None


def _issue(issued: dict, user_id: str, seconds: int) -> str:
    text = secrets.token_urlsafe(32)
    issued[text] = (user_id, time.time() + seconds)
    return text


def _find(issued: dict, text: str):
    user_id, ends_at = issued.get(text, (None, 0))
    return (user_id, ends_at) if ends_at > time.time() else (None, 0)
