"""s3cmd, a command line for S3."""

import os
from importlib.metadata import version
from urllib.parse import urlsplit

from story import KEYS, LARGE, SMALL, access, bucket, endpoint, path_of, read, region, run, same, secret, tell

program = os.environ["TONNAGE_TEST_S3CMD"]
host = urlsplit(endpoint).netloc
small, large, copied = [f"s3://{bucket}/{key}" for key in KEYS]
settings = path_of("s3cfg", f"""[default]
access_key = {access}
secret_key = {secret}
bucket_location = {region}
host_base = {host}
host_bucket = {host}
use_https = False
""".encode())


def s3cmd(*arguments):
    return run(program, f"--config={settings}", "--no-progress", *arguments).decode()


def get(url, content):
    path = path_of("got")
    s3cmd("get", "--force", url, path)
    same(read(path), content, url)


def listed():
    return sorted(line.split(maxsplit=3)[3] for line in s3cmd("ls", "--recursive", f"s3://{bucket}").splitlines())


def gets():
    get(small, SMALL)
    get(large, LARGE)


def copy():
    s3cmd("cp", small, copied)
    get(copied, SMALL)


def delete():
    s3cmd("del", large, copied)
    same(listed(), [small], "what is left")


tell(version("s3cmd"), {
    "put": lambda: s3cmd("put", path_of("small", SMALL), small),
    "multipart": lambda: s3cmd("put", "--multipart-chunk-size-mb=5", path_of("large", LARGE), large),
    "get": gets,
    "range": "it has no option for a range",
    "list": lambda: same(listed(), sorted([small, large]), "the list"),
    "copy": copy,
    "delete": delete,
    "presigned": "it signs URLs with version 2 of the signature only, which the store does not accept",
})
