#!/usr/bin/env python3
"""A receiver of webhooks in Python with nothing but the standard library (3.8 or later):

    WEBHOOK_SECRET=whsec_... PORT=3000 python3 examples/receiver.py

It verifies the raw body, knows an event that comes again, leaves out what is older than what it has seen, and answers first.
"""
import base64
import hashlib
import hmac
import json
import os
import sqlite3
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLERANCE_S = 5 * 60


def verify(body: bytes, headers, secret: str):
    """The event of a request, or None when Hundi did not sign it. The body must be the bytes as they came."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return None
    key = base64.b64decode(secret[len("whsec_"):])
    expected = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(expected).decode()
    # While a secret is rotated there is one signature for each: one that fits is enough.
    given = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(signature, wanted) for signature in given):
        return None
    return json.loads(body)


# Stands for your database: the effect of the event belongs into the same transaction. Keep the ids for 35 days at least.
database = sqlite3.connect(":memory:", isolation_level=None)
database.execute("CREATE TABLE seen (event_id TEXT PRIMARY KEY)")
database.execute("CREATE TABLE objects (id TEXT PRIMARY KEY, sequence INTEGER NOT NULL)")


def judge(event) -> str:
    """What to do with an event: act on it, or not, because it came before or is older than what is known."""
    database.execute("BEGIN")
    try:
        try:
            database.execute("INSERT INTO seen VALUES (?)", (event["id"],))
        except sqlite3.IntegrityError:
            return "again"
        row = database.execute("SELECT sequence FROM objects WHERE id = ?", (event["resource"]["id"],)).fetchone()
        if row is not None and event["sequence"] < row[0]:
            return "stale"
        database.execute("INSERT OR REPLACE INTO objects VALUES (?, ?)", (event["resource"]["id"], event["sequence"]))
        return "new"
    finally:
        database.execute("COMMIT")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        event = verify(body, self.headers, os.environ["WEBHOOK_SECRET"])
        verdict = "refused" if event is None else judge(event)
        # Answer now, work afterwards: a queue of your own is the place for what takes long.
        self.send_response(400 if event is None else 200)
        self.send_header("content-length", "0")
        self.end_headers()
        if event is None:
            print("refused", flush=True)
        else:
            print(verdict, event["type"], event["id"], event["resource"]["id"], event["sequence"], flush=True)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    if not os.environ.get("WEBHOOK_SECRET", "").startswith("whsec_"):
        sys.exit("Set WEBHOOK_SECRET to the secret that creating the endpoint answered.")
    port = int(os.environ.get("PORT", "3000"))
    server = HTTPServer(("127.0.0.1", port), Receiver)
    print(f"listening on http://127.0.0.1:{port}", flush=True)
    server.serve_forever()
