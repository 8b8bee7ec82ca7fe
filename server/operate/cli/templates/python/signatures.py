"""Checks the signature of a request as Standard Webhooks describes (standardwebhooks.com). Copy it as it is."""

import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


def is_signed(headers, body: bytes, secret: str) -> bool:
    """Whether the booking server signed these exact bytes within the last five minutes."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 16):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{message_id}.{timestamp}.".encode() + body
    signature = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    # There are two signatures while a secret is replaced.
    given = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(one.encode(), b"v1," + signature) for one in given)
