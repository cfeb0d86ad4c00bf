"""What an OpenAPI document cannot say, for schemathesis. Read through schemathesis.toml.

A request may fit the schema of every parameter and of its body and still be wrong, rightly and clearly refused with 400.
Which rules those are is listed here, by the code of the refusal; every other refusal of a fitting request is a failure.
"""

import requests
import schemathesis

BEYOND_A_SCHEMA = {
    # Codes.
    "parameters_exclusive",  # two query parameters, as cursor and starting_after: a parameter knows nothing of another
    "cursor_invalid",  # of the right form, and of no object in this list
    "limit_exceeded",  # how many there are already
    "url_not_allowed",  # which hosts are inside, and which names lead nowhere
    "refund_amount_exceeds_available",  # what is left of the payment
    "capture_amount_exceeds_authorized",  # what was authorized
    "document_number_invalid",  # check digits (GSTIN, Aadhaar), and forms that depend on the type of the document
    # Reasons of parameter_invalid.
    "query_unreadable",  # the grammar of a search
    "token_unknown",  # of the right form, and of no card
    "card_number_not_allowed",  # check digits, in any text
    "document_number_not_allowed",  # the same
    "in_the_future",  # a bound that moves with the clock
    "too_far_back",  # a bound that moves with the clock
    "not_after_since",  # one bound against another
    "processor_unknown",  # which are configured, a document of the API does not know
    "method_not_of_payment",  # which methods a payment may be paid with was said when it was created
    "customer_unrecognizable",  # a change that takes away the last of name, email, phone and reference_id: what is left is stored
    "sandbox_outcome_unknown",  # which outcomes there are depends on the method of the payment
}


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Drops the refusal of a fitting request when what it names is one of the above."""
    if type(failure).__name__ == "ServerError" and response.status_code == 503:
        # A position that nobody has reached yet: 503 with Retry-After is its documented answer (min_position).
        return response.json()["error"]["code"] != "projection_behind"
    if response.status_code == 431:
        # More than 8 KiB of URL and headers: the HTTP parser refuses it before there is a route that could document it.
        return False
    if type(failure).__name__ != "RejectedPositiveData" or response.status_code != 400:
        return True
    error = response.json()["error"]
    named = {error["code"], error["reason"]} | {problem["reason"] for problem in error.get("errors") or []}
    if case.method == "POST":
        # The document says it of a creation: only a change depends on what is stored.
        named.discard("customer_unrecognizable")
    return not named & BEYOND_A_SCHEMA


@schemathesis.hook
def after_call(context, case, response):
    """Makes room for more webhook endpoints: an account has sixteen at most, and every one of them after that would be refused."""
    if response.status_code != 400 or case.operation.label != "POST /v1/webhook_endpoints":
        return
    if response.json()["error"]["code"] != "limit_exceeded":
        return
    endpoints = f"{case.operation.base_url.rstrip('/')}/v1/webhook_endpoints"
    key = {"Authorization": response.request.headers["Authorization"]}
    for endpoint in requests.get(endpoints, headers=key, params={"limit": 100}).json()["data"]:
        requests.delete(f"{endpoints}/{endpoint['id']}", headers=key)
