"""The hooks that the booking server asks (HOOKS_URL). server/hooks.md describes each of them."""


def answer(site, name: str, request: dict):
    """The result of one hook. Raises KeyError for a hook that this site does not have."""
    return HOOKS[name](site, request)


def verify_subject(site, request: dict):
    """The user of a token that this site gave to its page."""
    found = site.people.of_token(request["token"])
    return found and {"subject": found[0], "expiresAt": int(found[1])}


def customer_profile(site, request: dict):
    user = site.people.users.get(request["subject"])
    return user and user["profile"]


def payment(site, request: dict):
    # The customer returns there from the payment page.
    if not request["returnUrl"].startswith(f"{site.url}/"):
        raise ValueError("the customer would return to another site")
    bill = site.bills.present(request)
    if bill["reference"]:
        return {"state": "paid", "reference": bill["reference"]}
    return {"state": "due", "payUrl": f"{site.url}/pay/{bill['number']}"}


HOOKS = {
    "check": lambda site, request: True,
    "verifySubject": verify_subject,
    "customerProfile": customer_profile,
    "payment": payment,
}
