"""The tokens of your users: made for the page, and read by the hook verifySubject."""

import base64
import hashlib
import hmac
import json
import os
import secrets
import time


def sign(text: str) -> str:
    return hmac.new(os.environ["SITE_SECRET"].encode(), text.encode(), hashlib.sha256).hexdigest()


def issue_token(user_id: str) -> str:
    """Makes a token of a user, by your stable id. It is valid for one minute."""
    user = {"subject": user_id, "tokenId": secrets.token_hex(16), "expiresAt": int(time.time()) + 60}
    text = base64.urlsafe_b64encode(json.dumps(user).encode()).decode()
    return f"{text}.{sign(text)}"


def read_token(token: str):
    """The user of a token, or None if the token is none of ours."""
    text, _, signature = token.rpartition(".")
    if not hmac.compare_digest(signature.encode(), sign(text).encode()):
        return None
    return json.loads(base64.urlsafe_b64decode(text))
