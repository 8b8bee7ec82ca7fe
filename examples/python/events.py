"""The latest events of the booking server, in memory. Keep yours in a database."""

import json
import threading

KEPT = 200


class Events:
    def __init__(self):
        self._by_id = {}
        self._lock = threading.Lock()

    def keep(self, event_id: str, event: dict) -> None:
        """Keeps an event once: the server sends it again until it is accepted."""
        with self._lock:
            if event_id in self._by_id:
                return
            kept = {"id": event_id, "type": str(event.get("type")), "body": json.dumps(event)}
            self._by_id[event_id] = kept
            while len(self._by_id) > KEPT:
                self._by_id.pop(next(iter(self._by_id)))

    def all(self) -> list:
        """The newest first."""
        with self._lock:
            return list(reversed(self._by_id.values()))
