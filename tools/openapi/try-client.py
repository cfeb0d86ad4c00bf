"""Tries the client that openapi-generator made in Python: try-client.py <base url> <test key>, in the folder of the client.

Every module is imported. A merchant pays, gives back, verifies and registers an endpoint; what the models make of each
answer and of each event is compared with the answer itself: nothing may be lost, and nothing refused.
"""

import importlib
import json
import pkgutil
import sys
import urllib.request
import uuid
from datetime import datetime

sys.path.insert(0, ".")
import openapi_client as client
import openapi_client.api
import openapi_client.models

BASE_URL, KEY = sys.argv[1:3]
modules = [
    importlib.import_module(module.name)
    for package in (openapi_client.api, openapi_client.models)
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + ".")
]
api = client.ApiClient(client.Configuration(access_token=KEY, server_variables={"base_url": BASE_URL}))
compared = 0


def answer(path):
    request = urllib.request.Request(BASE_URL + path, headers={"Authorization": "Bearer " + KEY})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def differences(sent, kept, place=""):
    """Where the two are not the same. A field that was left out may be null, and a time may have more digits."""
    if isinstance(sent, dict) and isinstance(kept, dict):
        for name in sent.keys() | kept.keys():
            yield from differences(sent.get(name), kept.get(name), f"{place}.{name}")
    elif isinstance(sent, list) and isinstance(kept, list) and len(sent) == len(kept):
        for one, other in zip(sent, kept):
            yield from differences(one, other, place + "[]")
    elif sent != kept and not (place.endswith(".timestamp") and datetime.fromisoformat(sent) == datetime.fromisoformat(kept)):
        yield f"{place}: {sent!r} became {kept!r}"


def same(sent, model):
    global compared
    compared += 1
    found = list(differences(sent, json.loads(model.to_json())))
    assert not found, f"{type(model).__name__}: {found}"


payments, customers = client.PaymentsApi(api), client.CustomersApi(api)
customer = customers.create_customer(client.CreateCustomerDto(name="Asha Verma", reference_id=str(uuid.uuid4())))
same(answer(f"/v1/customers/{customer.id}"), customers.get_customer(customer.id))

payment = payments.create_payment(
    client.CreatePaymentDto(
        amount=50000,
        currency="INR",
        payment_method="upi",
        customer_id=customer.id,
        metadata={"order_id": "1001", "items": 7, "gift": True},
    )
)
assert payment.status == client.PaymentStatus.PAYMENT_STATUS_CAPTURED
same(answer(f"/v1/payments/{payment.id}"), payments.get_payment(payment.id))
same(answer("/v1/payments?limit=3"), payments.list_payments(limit=3))
same(answer(f"/v1/payments/{payment.id}/attempts"), payments.list_payment_attempts(payment.id))
same(answer(f"/v1/payments/{payment.id}/events"), payments.list_payment_events(payment.id))
same(answer("/v1/payment_methods"), payments.list_payment_method_offers())

refunds = client.RefundsApi(api)
refund = refunds.create_refund(client.CreateRefundDto(payment_id=payment.id, amount=100))
same(answer(f"/v1/refunds/{refund.id}"), refunds.get_refund(refund.id))

verifications = client.KYCApi(api)
verification = verifications.create_verification(
    client.CreateVerificationDto(customer_id=customer.id, document_type="pan", document_number="ABCPE1234F")
)
same(answer(f"/v1/kyc/verifications/{verification.id}"), verifications.get_verification(verification.id))

endpoints = client.WebhookEndpointsApi(api)
endpoint = endpoints.create_endpoint(
    client.CreateWebhookEndpointDto(url=f"http://127.0.0.1:9/{uuid.uuid4()}", enabled_events=["payment.*"])
)
same(answer(f"/v1/webhook_endpoints/{endpoint.id}"), endpoints.get_endpoint(endpoint.id))
endpoints.delete_endpoint(endpoint.id)

types = set()
for event in answer("/v1/events?limit=100")["data"]:
    types.add(event["type"])
    same(event, client.WebhookEvent.from_dict(event).actual_instance)

try:
    payments.get_payment("pay_none")
    raise AssertionError("an error was no exception")
except client.ApiException as error:
    same(json.loads(error.body), error.data)

print(f"{len(modules)} modules; {payment.id} was created and read; {compared} answers and events of {len(types)} types kept every field")
