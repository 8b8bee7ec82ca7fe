"""What the booking server asks your site."""

from tokens import read_token


def verify_subject(request: dict):
    """Who is signed in? The server refuses the token after expiresAt, and accepts a tokenId from one element only."""
    return read_token(request["token"])


def payment(request: dict) -> dict:
    """Is this booking paid? Replace this before customers book: create one bill for each journeyId, and return
    {"state": "due", "payUrl": "https://…"} until it is paid, then {"state": "paid", "reference": "…"}."""
    return {"state": "paid", "reference": f"demo-{request['journeyId']}"}


HOOKS = {"check": lambda request: True, "verifySubject": verify_subject, "payment": payment}
