#!/bin/sh
# Verifying identities with nothing but curl: a customer, a verification that passes, an OTP, a number that fails, a consent
# page, a list, the history, a redaction. Prints what it does, checks every answer, and ends with 1 at the first surprise.
#
#   BASE_URL=http://localhost:4000 API_KEY=sk_test_… sh examples/kyc.sh
#
# Test keys only: the numbers are the sandbox's own (docs/how-to/verify-a-customer.md). It makes nine verifications, and ten a
# minute are let through.
set -eu

. "$(dirname "$0")/steps.sh"

# verify TYPE NUMBER [MORE]: a new verification of the customer; its path is in $verification.
verify() {
  call POST /v1/kyc/verifications 201 "{\"customer_id\":\"$customer\",\"document_type\":\"$1\",\"document_number\":\"$2\"${3:-}}"
  verification=/v1/kyc/verifications/$(field id)
}

step '1. Create a customer'
call POST /v1/customers 201 '{"name":"Asha Verma","email":"asha@example.com"}'
customer=$(field id)
expect kyc_status "$(field kyc_status)" none

step '2. Verify an Aadhaar number: four fields are enough in test mode. The number is not kept'
verify aadhaar 1234-5678-9012 ',"verify_address":false'
expect status "$(field status)" verified
expect customer_name "$(field customer_name)" 'Asha Verma'
expect document_number "$(field document_number)" XXXX-XXXX-9012
passed=$verification
until_field "/v1/customers/$customer" kyc_status verified

step '3. Verify with an OTP: a wrong one first, then the one of the sandbox'
verify aadhaar 9999-0004-0006
expect status "$(field status)" requires_input
expect verification_reason_code "$(field verification_reason_code)" otp_required
call POST "$verification/submit" 200 '{"otp":"000000"}'
expect verification_reason_code "$(field verification_reason_code)" otp_incorrect
call POST "$verification/resend" 409
expect reason "$(field reason)" otp_request_too_soon
call POST "$verification/submit" 200 '{"otp":"111000"}'
expect status "$(field status)" verified

step '4. Numbers that fail: anything but verified says why'
verify aadhaar 9999-0011-0007
expect status "$(field status)" failed
expect verification_reason "$(field verification_reason)" 'The name differs from the one in the register.'
verify pan ZZZPS0021V
expect verification_reason_code "$(field verification_reason_code)" document_not_found
call POST /v1/kyc/verifications 400 "{\"customer_id\":\"$customer\",\"document_type\":\"pan\",\"document_number\":\"ZZZ\"}"
expect code "$(field code)" document_number_invalid

step '5. A bank account, by a penny drop'
verify bank_account 00000000000001 ',"document_details":{"ifsc":"SBOX0000001"}'
expect method "$(field method)" penny_drop
expect status "$(field status)" verified

step '6. Consent on a page of its own, as at DigiLocker: the customer goes to next_action.url'
verify aadhaar 9999-0001-0009 ',"document_details":{"method":"digilocker","redirect_url":"https://shop.example/kyc"}'
expect type "$(field type)" redirect
call POST "/v1/test_helpers/kyc_verifications/${verification##*/}/simulate" 200 '{"outcome":"approve"}'
expect status "$(field status)" verified

step '7. A register that does not answer, and a person who has to decide'
verify pan ZZZPS0051V
expect verification_reason_code "$(field verification_reason_code)" provider_unavailable
call POST "$verification/cancel" 200
expect status "$(field status)" cancelled
verify aadhaar 9999-0071-0002
expect status "$(field status)" processing
call POST "/v1/test_helpers/kyc_verifications/${verification##*/}/simulate" 200 '{"outcome":"verified"}'
expect status "$(field status)" verified

step '8. List those of the customer that failed, and read the history of one'
position=$(tr -d '\r' < "$work/head" | awk -F ': ' 'tolower($1) == "event-position" { print $2 }')
call GET "/v1/kyc/verifications?customer_id=$customer&status=failed&min_position=$position&include[]=total_count" 200
expect total_count "$(field total_count)" 2
call GET "$verification/events?order=asc" 200
grep -q kyc.verification.created "$work/body" || fail 'the history has no beginning'
if grep -q 'Asha' "$work/body"; then fail 'the history names the customer'; fi

step '9. Redact: the person goes, the fact stays'
call POST "$passed/redact" 200
expect status "$(field status)" verified
expect customer_name "$(field customer_name)" null
expect document_number "$(field document_number)" null

printf '\nEverything was as expected.\n'
