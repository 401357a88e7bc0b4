"""Uses the client that a generator wrote from our description."""

import sys

from tonnage_client import AuthenticatedClient, Client
from tonnage_client.api.api_keys import api_keys_create
from tonnage_client.api.packages import package_lists_sent, packages_create, packages_update
from tonnage_client.api.sign_in import auth_sign_in
from tonnage_client.models import CreatePackage, ErrorBody, SignIn, UpdatePackage, WriteApiKey

base_url, team, password = sys.argv[1:4]
anyone = Client(base_url=base_url)


def signed_in(name, token):
    return AuthenticatedClient(base_url=base_url, token=token, prefix="", auth_header_name=name)


refused = auth_sign_in.sync(client=anyone, body=SignIn(email="anna@example.org", password="wrong"))
assert isinstance(refused, ErrorBody) and refused.message, refused

session = auth_sign_in.sync(client=anyone, body=SignIn(email="anna@example.org", password=password))
user = signed_in("X-User-Token", session.token)
before = package_lists_sent.sync(team, client=user, status="new")
package = CreatePackage(name="Made by a generated client", description="", recipients=[])
made = packages_create.sync_detailed(team, client=user, body=package)
assert made.status_code == 201, made
after = package_lists_sent.sync(team, client=user, status="new")
assert after.metadata.total == before.metadata.total + 1, after
assert after.records[0].id == made.parsed.id, after

holder = signed_in("X-Package-Token", made.parsed.access_token)
renamed = packages_update.sync(made.parsed.id, client=holder, body=UpdatePackage(name="Renamed"))
assert renamed.name == "Renamed", renamed

key = api_keys_create.sync(team, client=user, body=WriteApiKey(name="Key", state="active", scopes=["read"]))
assert key.name == "Key", key
print("all well")
