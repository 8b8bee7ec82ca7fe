"""The bills, in memory: one for each booking. Replace it with your own billing."""

import secrets
import threading


class Bills:
    def __init__(self):
        self._by_number = {}
        self._lock = threading.Lock()

    def find(self, number: str):
        return self._by_number.get(number)

    def present(self, request: dict) -> dict:
        """The bill of a booking. The server asks more than once: a bill is made once, and its price never changes."""
        with self._lock:
            for bill in self._by_number.values():
                if bill["journeyId"] == request["journeyId"]:
                    break
            else:
                bill = {**request, "number": f"LM-{secrets.token_hex(4)}", "reference": None}
                self._by_number[bill["number"]] = bill
        if any(bill[name] != request[name] for name in ("subject", "amount", "currency")):
            raise ValueError("this booking has a bill of another amount or user")
        return bill

    def pay(self, bill: dict) -> None:
        """Marks the bill as paid. No money moves: this is a demonstration."""
        with self._lock:
            bill["reference"] = bill["reference"] or f"pay_{secrets.token_hex(12)}"
