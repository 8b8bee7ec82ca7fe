"""The tokens of your users, as JWT. Needs PyJWT: pip install "pyjwt[crypto]"."""

import os
import time
import uuid

import jwt


def issue_token(user_id: str) -> str:
    """Makes a token of a user, by your stable id. It is valid for one minute."""
    now = int(time.time())
    claims = {
        "iss": os.environ["SUBJECT_ISSUER"],
        "aud": os.environ["SUBJECT_AUDIENCE"],
        "sub": user_id,
        "iat": now,
        "exp": now + 60,
        "jti": str(uuid.uuid4()),
    }
    with open("subject-key.pem", encoding="utf-8") as file:
        return jwt.encode(claims, file.read(), algorithm="RS256", headers={"kid": "subject-1"})
