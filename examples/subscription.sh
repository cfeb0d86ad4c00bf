#!/bin/sh
# A year of a subscription in seconds, with nothing but curl: a plan, a customer on a test clock, renewals, a better plan, debits
# that fail until it stands still, a payment that brings it back, a cancellation with money back. Prints what it does, checks every
# answer, and ends with 1 at the first surprise.
#
#   BASE_URL=http://localhost:4000 API_KEY=sk_test_… sh examples/subscription.sh
#
# Test keys only.
set -eu

. "$(dirname "$0")/steps.sh"

# advance PERIOD: lets the clock pass, and waits until everything that was due has happened.
advance() {
  call POST "/v1/test_helpers/clocks/$clock/advance" 200 "{\"by\":\"$1\"}" 'Prefer: wait=20'
  expect status "$(field status)" ready
}
# subscription: reads it.
subscription() { call GET "/v1/subscriptions/$sub" 200; }

step '1. A test clock on 1 January 2031, and a customer who lives by it'
call POST /v1/test_helpers/clocks 201 '{"name":"A year of Gold","now_at":1925004600}'
clock=$(field id)
call POST /v1/customers 201 "{\"name\":\"Asha Verma\",\"test_clock_id\":\"$clock\"}"
customer=$(field id)

# Prices that contain their tax, whatever the tax settings of the account say.
tax='"tax":{"sac":"998431","rate_bps":1800,"behavior":"inclusive"}'
step '2. Two plans, and a subscription to the smaller one: charged at once, under a mandate on UPI Autopay'
call POST /v1/plans 201 "{\"name\":\"Gold\",\"amount\":49900,\"interval\":\"monthly\",$tax}"
gold=$(field id)
call POST /v1/plans 201 "{\"name\":\"Platinum\",\"amount\":99900,\"interval\":\"monthly\",$tax}"
platinum=$(field id)
call POST /v1/subscriptions 201 "{\"customer_id\":\"$customer\",\"plan_id\":\"$gold\",\"metadata\":{\"run\":\"$run\"}}" "Idempotency-Key: $run-subscribe"
sub=$(field id)
expect status "$(field status)" active
expect paid_count "$(field paid_count)" 1
call POST /v1/subscriptions 400 "{\"customer_id\":\"$customer\",\"amount\":49900}"
expect param "$(field param)" interval

step '3. Three months pass: each period is announced to the payer, begins with an invoice, and is debited'
advance P3M
subscription
expect paid_count "$(field paid_count)" 4
expect current_period_number "$(field current_period_number)" 4
call GET "/v1/subscriptions/$sub/invoices" 200
expect status "$(field status)" paid

step '4. A better plan in the middle of a period: what it would cost, then for real'
advance P10D
call POST "/v1/subscriptions/$sub/preview_update" 200 "{\"plan_id\":\"$platinum\"}"
expect object "$(field object)" invoice
call PATCH "/v1/subscriptions/$sub" 200 "{\"plan_id\":\"$platinum\"}"
expect regular_amount "$(field regular_amount)" 99900
call PATCH "/v1/subscriptions/$sub" 409 "{\"amount\":500000,\"over_limit\":\"refuse\"}"
expect code "$(field code)" mandate_amount_exceeded
advance P1M
subscription
expect paid_count "$(field paid_count)" 5

step '5. A pause: nothing is charged until it is resumed'
call POST "/v1/subscriptions/$sub/pause" 200
expect status "$(field status)" paused
advance P5D
call POST "/v1/subscriptions/$sub/resume" 200
expect status "$(field status)" active
call POST "/v1/subscriptions/$sub/resume" 409
expect code "$(field code)" state_conflict

step '6. The account of the payer is empty: debits fail on four days, then it stands still'
call PATCH "/v1/subscriptions/$sub" 200 '{"payment_method":"upi","upi":{"vpa":"mandate.lowfunds@sandbox"}}'
advance P1M
subscription
expect status "$(field status)" halted
expect halt_reason "$(field halt_reason)" retries_exhausted
expect outstanding_amount "$(field outstanding_amount)" 99900

step '7. The customer pays once by another address, and agrees to debits of another account'
call POST "/v1/subscriptions/$sub/retry" 402 '{"payment_method":"upi","upi":{"vpa":"insufficient@sandbox"}}'
expect decline_code "$(field decline_code)" insufficient_funds
call POST "/v1/subscriptions/$sub/retry" 200 '{"payment_method":"upi","upi":{"vpa":"success@sandbox"}}'
expect status "$(field status)" active
call PATCH "/v1/subscriptions/$sub" 200 '{"payment_method":"upi","upi":{"vpa":"mandate.ok@sandbox"}}'
advance P6M
subscription
expect status "$(field status)" active
expect outstanding_amount "$(field outstanding_amount)" 0

step '8. The end: what is left of the period goes back, with a credit note'
advance P10D
call POST "/v1/subscriptions/$sub/cancel" 200 '{"refund":"prorated","reason":"Moved away"}'
expect status "$(field status)" cancelled
invoice=$(field latest_invoice_id)
advance P1D
call GET "/v1/invoices/$invoice" 200
grep -q '"number":"CN/' "$work/body" || fail 'the invoice has no credit note'
until_field "/v1/events?resource_id=$sub&limit=1" type subscription.cancelled

printf '\nEverything was as expected.\n'
