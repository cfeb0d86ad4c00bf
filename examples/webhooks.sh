#!/bin/sh
# Webhooks from end to end with curl and node: registers a receiver on this machine, pings it, pays, sees the event arrive and
# verify, sends it again, replays it, and takes the endpoint away. Ends with 1 at the first surprise.
#
#   BASE_URL=http://localhost:4000 API_KEY=sk_test_… sh examples/webhooks.sh
#
# Test keys only. RECEIVER="python3 examples/receiver.py" uses the receiver in Python. The other one is run by the Node that
# `npm ci` brought; without it, by the one of the machine, which must be 22.18 or later.
set -eu

. "$(dirname "$0")/steps.sh"
PORT=${PORT:-4998}
examples=$(dirname "$0")
node=$examples/../node_modules/.bin/node
[ -x "$node" ] || node=node
RECEIVER=${RECEIVER:-$node $examples/receiver.ts}
receiver=
trap '[ -z "$receiver" ] || kill "$receiver" 2>/dev/null; rm -rf "$work"' EXIT

# arrives PATTERN COUNT: waits until the receiver has told of it so often, as long as there is one.
arrives() {
  tries=0
  while [ "$(grep -cE "$1" "$work/log" || true)" -lt "$2" ]; do
    tries=$((tries + 1))
    kill -0 "$receiver" 2>/dev/null || fail 'the receiver has ended'
    [ $tries -le 300 ] || fail "the receiver did not get $2 of '$1'"
    sleep 0.1
  done
  printf '    receiver: %s\n' "$(grep -E "$1" "$work/log" | tail -n 1)"
}

step '1. Register a receiver. The secret is shown this once'
call POST /v1/webhook_endpoints 201 "{\"url\":\"http://127.0.0.1:$PORT/$run\",\"enabled_events\":[\"payment.captured\"]}"
endpoint=$(field id)
secret=$(field secret)
expect status "$(field status)" enabled

step '2. Start the receiver, and ping it'
# Here already: the receiver may take its time, and what is not there cannot be searched.
: > "$work/log"
WEBHOOK_SECRET=$secret PORT=$PORT $RECEIVER >> "$work/log" 2>&1 &
receiver=$!
arrives '^listening' 1
call POST "/v1/webhook_endpoints/$endpoint/ping" 200
expect status "$(field status)" succeeded
arrives '^new webhook_endpoint.ping' 1

step '3. Pay: the event arrives, signed, and the receiver verifies it'
call POST /v1/payments 201 '{"amount":50000,"currency":"INR","payment_method":"upi"}'
payment=$(field id)
arrives "^new payment.captured evt_[0-9A-Za-z]+ $payment" 1
event=$(grep -oE "evt_[0-9A-Za-z]+ $payment" "$work/log" | head -n 1 | cut -d ' ' -f 1)

step '4. A request that Hundi did not sign is refused'
forged=$(curl -sS -o /dev/null -w '%{http_code}' -X POST "http://127.0.0.1:$PORT/$run" -H 'webhook-id: evt_1' \
  -H "webhook-timestamp: $(date +%s)" -H 'webhook-signature: v1,AAAA' -d '{"type":"payment.captured"}')
expect 'the forged request' "$forged" 400

step '5. See what was sent and what came back'
until_field "/v1/webhook_endpoints/$endpoint/deliveries?resource=$payment&status=succeeded" status succeeded
delivery=$(field id)
call GET "/v1/webhook_deliveries/$delivery/attempts" 200
expect status_code "$(field status_code)" 200
call GET "/v1/webhook_endpoints/$endpoint/health" 200
expect breaker "$(field breaker)" closed

step '6. Send it again: the same id, so the receiver knows it'
call POST "/v1/webhook_deliveries/$delivery/resend" 202
resent=$(field id)
arrives "^again payment.captured $event" 1
# The receiver has the event before Hundi has its answer, and a replay leaves out what is still under way.
until_field "/v1/webhook_deliveries/$resent" status succeeded

step '7. Replay everything about that payment since an hour ago'
call POST "/v1/webhook_endpoints/$endpoint/replay" 202 "{\"since\":$(($(date +%s) - 3600)),\"include\":\"all\",\"resource_id\":\"$payment\"}"
replay=$(field id)
arrives "^again payment.captured $event" 2
# The event may arrive before the replay has written down that it is done.
until_field "/v1/webhook_replays/$replay" status completed
expect matched "$(field matched)" 1

step '8. Take the endpoint away'
call DELETE "/v1/webhook_endpoints/$endpoint" 200
expect deleted "$(field deleted)" true

printf '\nEverything was as expected.\n'
