#!/bin/sh
# A merchant's day with nothing but curl: creates, confirms, captures and refunds payments, lists them, repeats a request,
# and reads what happened. Prints what it does, checks every answer, and ends with 1 at the first surprise.
#
#   BASE_URL=http://localhost:4000 API_KEY=sk_test_… sh examples/merchant.sh
#
# Test keys only: it makes payments.
set -eu

. "$(dirname "$0")/steps.sh"

# count NAME: how often a field stands in the answer.
count() { tr -d '\n' < "$work/body" | grep -o "\"$1\":" | wc -l | tr -d ' '; }

step '1. Create a payment: the smallest UPI payment is captured at once in test mode'
call POST /v1/payments 201 "{\"amount\":50000,\"currency\":\"INR\",\"payment_method\":\"upi\",\"metadata\":{\"run\":\"$run\"}}" "Idempotency-Key: $run-create"
payment=$(field id)
expect status "$(field status)" captured
cp "$work/body" "$work/first"

step '2. Send the same request again with its Idempotency-Key: the same answer, and no second payment'
call POST /v1/payments 201 "{\"currency\":\"INR\",\"amount\":50000,\"payment_method\":\"upi\",\"metadata\":{\"run\":\"$run\"}}" "Idempotency-Key: $run-create"
expect Idempotent-Replayed "$(header idempotent-replayed)" true
cmp -s "$work/body" "$work/first" || fail 'the replayed answer differs'
call POST /v1/payments 422 '{"amount":1000,"currency":"INR","payment_method":"upi"}' "Idempotency-Key: $run-create"
expect code "$(field code)" idempotency_key_reused

step '3. Ask what became of that key, as after a dropped connection'
call GET "/v1/idempotency_keys/$run-create" 200
expect status "$(field status)" completed
expect object_id "$(field object_id)" "$payment"

step '4. Let the customer choose how to pay, then confirm: first a decline, then a card'
call POST /v1/payments 201 "{\"amount\":120000,\"currency\":\"INR\",\"payment_methods\":[\"upi\",\"card\"],\"capture_method\":\"manual\",\"metadata\":{\"run\":\"$run\"}}"
manual=$(field id)
expect status "$(field status)" created
call POST "/v1/payments/$manual/confirm" 402 '{"payment_method":"upi","upi":{"flow":"collect","vpa":"insufficient@sandbox"}}'
expect decline_code "$(field decline_code)" insufficient_funds
call POST "/v1/payments/$manual/confirm" 200 '{"payment_method":"card","card":{"number":"4999000000000005","expiry_month":12,"expiry_year":2030,"cvv":"123"}}'
expect status "$(field status)" authorized
if grep -q 4999000000000005 "$work/body"; then fail 'the card number came back'; fi

step '5. Ask what a capture of a part would do, then do it'
call POST "/v1/payments/$manual/capture?dry_run=true" 200 '{"amount":100000}'
expect object "$(field object)" dry_run
call GET "/v1/payments/$manual" 200
expect status "$(field status)" authorized
call POST "/v1/payments/$manual/capture" 200 '{"amount":100000}'
expect status "$(field status)" captured
expect amount_captured "$(field amount_captured)" 100000
call POST "/v1/payments/$manual/capture" 409
expect code "$(field code)" payment_already_captured

step '6. Refund it in two parts; more than is left is refused'
call POST /v1/refunds 201 "{\"payment_id\":\"$manual\",\"amount\":30000,\"reason\":\"requested_by_customer\"}"
expect amount "$(field amount)" 30000
call GET "/v1/payments/$manual" 200
expect refund_status "$(field refund_status)" partial
call POST /v1/refunds 400 "{\"payment_id\":\"$manual\",\"amount\":80000}"
expect code "$(field code)" refund_amount_exceeds_available
call POST /v1/refunds 201 "{\"payment_id\":\"$manual\",\"amount\":70000}"
call GET "/v1/payments/$manual?expand[]=refunds" 200
expect status "$(field status)" refunded
expect refund_status "$(field refund_status)" full

step '7. Change the description'
call PATCH "/v1/payments/$manual" 200 '{"description":"refunded in full","metadata":{"checked":true}}'
expect description "$(field description)" 'refunded in full'
position=$(header event-position)

step '8. List the payments of this run: all, only those by card, and page by page'
call GET "/v1/payments?metadata[run]=$run&min_position=$position&include[]=total_count" 200
expect total_count "$(field total_count)" 2
call GET "/v1/payments?metadata[run]=$run&payment_method=card&amount[gte]=100000&created_at[gte]=2020-01-01T00:00:00Z" 200
expect id "$(field id)" "$manual"
call GET "/v1/payments?metadata[run]=$run&limit=1" 200
expect has_more "$(field has_more)" true
call GET "/v1/payments?metadata[run]=$run&limit=1&cursor=$(field next_cursor)" 200
expect id "$(field id)" "$payment"
call GET "/v1/payments?limit=0&status=paid" 400
expect problems "$(count param)" 3

step '9. Read its whole history, every try, and the payment as it was right after its first event'
call GET "/v1/payments/$manual/events?order=asc&limit=100" 200
grep -q payment.created "$work/body" || fail 'the history has no beginning'
grep -q payment.refunded "$work/body" || fail 'the history has no refund'
call GET "/v1/payments/$manual/attempts" 200
expect number "$(field number)" 2
call GET "/v1/payments/$manual?as_of=1" 200
expect status "$(field status)" created
expect As-Of-Sequence "$(header as-of-sequence)" 1
call GET "/v1/payments/$manual?as_of=2020-01-01T00:00:00Z" 404

step '10. Cancel a payment that nobody paid'
call POST /v1/payments 201 '{"amount":50000,"currency":"INR","payment_methods":["upi","netbanking"]}'
open=$(field id)
call POST "/v1/payments/$open/cancel" 200 '{"reason":"the customer left"}'
expect status "$(field status)" cancelled

printf '\nEverything was as expected.\n'
